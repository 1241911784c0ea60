// The image process (started by image-process.ts), the only one that loads the image library. It reads jobs one at a
// time from standard input and exits when that ends.
import sharp from "sharp";
import { cropped, keptForm, resized } from "#app/features/upload/image-coding.service.server.ts";
import type { ImageJob, ImageReply } from "#app/platform/images/images.ts";
import { AppError } from "#app/shared/app-error.ts";
import { drawCard } from "#app/site/seo/share/card.server.ts";
import type { Card } from "#app/site/seo/share/card.ts";
import { drawIcon } from "#app/site/seo/share/icon.server.ts";
import type { SiteIcon } from "#app/site/seo/share/icon.ts";
import { lowerPriority } from "#db/low-priority.server.ts";
import { type JobOutcome, type Outcome, readFrames, tooMuchMemory, writeFrame } from "./image-frames.ts";

/**
 * Memory still in use after a job is never freed: above this limit the process exits and the next job gets a new one.
 */
const keptMiB = 160;

const maxMiB = Number(process.argv[2]);

lowerPriority(process.pid);
sharp.cache(false);
sharp.concurrency(1);
// The library works in its own threads, so that this one can watch memory use.
setInterval(() => residentMiB() > maxMiB && process.exit(tooMuchMemory), 10);

for await (const { head, parts } of readFrames<ImageJob>(process.stdin)) {
  const { outcome, picture } = await tryJob(head, parts);
  const isLast = residentMiB() > keptMiB;
  writeFrame<JobOutcome>(process.stdout, { head: { ...outcome, isLast }, parts: picture ? [picture] : [] });
  if (isLast) break;
}
process.stdout.end(() => process.exit(0));

async function tryJob(job: ImageJob, pictures: Uint8Array[]): Promise<{ outcome: Outcome; picture?: Uint8Array }> {
  try {
    const { bytes, width, height } = await work(job, pictures);
    return { outcome: { width, height }, picture: bytes };
  } catch (error) {
    const { code, message, errors } = error instanceof AppError ? error : new AppError("unexpected", "");
    const cause = String((error as Error).cause ?? (error as Error).stack);
    return { outcome: { failure: { code, message, errors, cause } } };
  }
}

async function work(job: ImageJob, pictures: Uint8Array[]): Promise<ImageReply> {
  const [first = new Uint8Array()] = pictures;
  if (job.kind === "keep") return keptForm(first);
  if (job.kind === "resize") return resized(first, job);
  if (job.kind === "crop") return cropped(first, job.area);
  if (job.kind === "icon") return drawIcon(job.icon as SiteIcon, pictures[0]);
  const { card, tagline, has } = job;
  return drawCard(card as Card, tagline, Object.fromEntries(has.map((name, index) => [name, pictures[index]])));
}

function residentMiB(): number {
  return process.memoryUsage.rss() / 2 ** 20;
}
