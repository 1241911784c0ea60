import { findOpening, jobRepository } from "#app/features/job/job.repository.server.ts";
import {
  countPublishedProjects,
  findPublishedProject,
  listProjectHeads,
  placeOf,
} from "#app/features/project/project.repository.server.ts";
import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import { counted } from "#app/features/site-content/defaults/words.ts";
import { readSiteContent } from "#app/features/site-content/read-site-content.service.server.ts";
import { readImageIfAny, workOnPictures } from "#app/features/upload/upload.service.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { siteDay } from "#app/platform/site-day.repository.server.ts";
import { hashOfUpload } from "#app/shared/image-address.ts";
import { commaSeparated } from "#app/shared/text/comma-separated.ts";
import { builtInTheme, safeTheme } from "#app/shared/theme.ts";
import { portfolioHeading } from "#app/site/pages/portfolio.load.server.ts";
import { isSlug, projectNumber } from "#app/site/render/address.ts";
import { drawingAt } from "#app/site/render/drawings.server.ts";
import type { Pair } from "#app/site/render/page-data.ts";
import { builtInPair, pairAddresses, pairOf, photosOf } from "#app/site/render/photos.server.ts";
import { keptRecently } from "./kept-recently.ts";
import type { Card } from "./share/card.ts";
import { type FileReply, file, noFile } from "./site-file.server.ts";

/** /share/{page}.png: the picture for link previews, made of the page's own text and pictures. */
export async function sharePicture(deps: Deps, [name = ""]: string[]): Promise<FileReply> {
  const content = await readSiteContent(deps);
  const card = await cardFor(deps, content, name);
  if (!card) return noFile;
  const { tagline } = content.company;
  return file("image/png", await kept(JSON.stringify([card, tagline]), () => draw(deps, card, tagline)));
}

async function cardFor(deps: Deps, content: SiteContent, name: string): Promise<Card | undefined> {
  const { company, theme } = content;
  const [, section = "", id] = /^(home|portfolio|about|career|details)(?:-(.+))?$/.exec(name) ?? [];
  const words =
    id === undefined
      ? await pageCard(deps, content, section)
      : section === "details"
        ? await projectCard(deps, id)
        : section === "career"
          ? await jobCard(deps, id)
          : undefined;
  return (
    words && {
      name: company.name,
      pencil: safeTheme(theme).pencil,
      ...(theme.logo && { logo: theme.logo }),
      ...words,
      heading: id === undefined ? broken(words.heading) : settable(plain(words.heading)),
      note: settable(words.note),
    }
  );
}

type Words = Omit<Card, "name" | "pencil" | "logo">;

async function pageCard(deps: Deps, content: SiteContent, section: string): Promise<Words | undefined> {
  const { home, about, portfolio, career, company } = content;
  const pair = async (of: Parameters<typeof builtInPair>[0]) =>
    builtInPair(of, await photosOf(deps, [of.img, of.drawnImg]));
  const [slide] = home.heroSlides;
  if (section === "home" && slide)
    return {
      heading: slide.mainHeading,
      note: slide.smHeading,
      pair: wholeHero(await pair(slide)),
    };
  if (section === "about") return { heading: about.heading, note: company.address, pair: await pair(about) };
  if (section === "career") {
    const jobs = await jobRepository.list(deps.db, { day: await siteDay(deps) });
    return { heading: career.heading, note: counted(jobs.length, [career.leadNone, career.leadOne, career.lead]) };
  }
  if (section === "portfolio") {
    const projects = await listProjectHeads(deps.db, { limit: 1 });
    const photo = await photosOf(deps, pairAddresses(projects));
    const heading = portfolioHeading(portfolio, await countPublishedProjects(deps.db));
    return { heading, note: portfolio.lead, pair: projects[0] && pairOf(projects[0], photo) };
  }
}

/** The seam of a hero is measured in its frame, which shows the left 85 % of the picture. */
const wholeHero = ({ seam, ...pair }: Pair): Pair => ({
  ...pair,
  seam: seam && { ...seam, rest: seam.rest * 0.85, step: seam.step * 0.65 },
});

async function projectCard(deps: Deps, id: string): Promise<Words | undefined> {
  const number = projectNumber(id);
  const found = number === undefined ? undefined : await findPublishedProject(deps.db, { number });
  if (!found || found.isGone) return undefined;
  const { project } = found;
  const { place } = await placeOf(deps.db, project.slug);
  return {
    heading: project.title,
    note: commaSeparated(project.technology).join(", "),
    place: String(place).padStart(2, "0"),
    pair: pairOf(project, await photosOf(deps, pairAddresses([project]))),
  };
}

async function jobCard(deps: Deps, slug: string): Promise<Words | undefined> {
  const found = isSlug(slug) ? await findOpening(deps.db, slug, await siteDay(deps)) : undefined;
  if (!found || found.isGone) return undefined;
  const { title, location, experience } = found.job;
  return { heading: title, note: [location, experience].filter(Boolean).join(", ") };
}

/** A heading with the line breaks that it marks. */
const broken = (heading: string) => heading.split(" / ").map(settable).join("\n");

/** A title, in which a slash is a slash, without what would be marks of a heading. */
const plain = (title: string) => title.replace(/[[\]]/g, "");

/** A text without emoji, flags and invisible signs, which the font lacks, and with letters composed, which it has. */
const settable = (text: string) =>
  text
    .normalize("NFC")
    .replace(/[[\p{RGI_Emoji}\p{Extended_Pictographic}]--[©®™]]|\p{Default_Ignorable_Code_Point}/gv, "")
    .replaceAll("\u2011", "-")
    .replace(/\s+/g, " ")
    .trim();

/** Rendering takes a tenth of a second of one core, so the most recent cards are cached, keyed by their content. */
const kept = keptRecently<Uint8Array<ArrayBuffer>>(64);

async function draw(deps: Deps, card: Card, tagline: string): Promise<Uint8Array<ArrayBuffer>> {
  const found = [
    ["built", await stored(deps, card.pair?.built?.src, card.pencil)],
    ["drawn", await stored(deps, card.pair?.drawn?.src, card.pencil)],
    ["logo", await stored(deps, card.logo, card.pencil)],
  ] as const;
  const pictures = found.flatMap(([name, bytes]) => (bytes ? [{ name, bytes }] : []));
  const job = { kind: "card" as const, card, tagline, has: pictures.map(({ name }) => name) };
  const sources = pictures.map(({ bytes }) => bytes);
  return new Uint8Array((await workOnPictures(deps, job, sources)).bytes);
}

/** The bytes of a stored picture, or of a drawing in this pencil colour. */
async function stored(deps: Deps, address: string | undefined, pencil: string): Promise<Uint8Array | undefined> {
  const drawing = drawingAt(address ?? "");
  if (drawing) return Buffer.from(drawing.svg.replaceAll(builtInTheme.pencil, pencil));
  const hash = hashOfUpload(address ?? "");
  if (!hash) return undefined;
  // If the picture is missing, the card has text only: better than no preview.
  return (await readImageIfAny(deps, hash))?.bytes;
}
