import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { childrenOf, residentMiB } from "../process-figures.ts";
import { admin, type Product } from "../product.ts";
import { round, type Section } from "../report.ts";

const uploads = 100;

/** Memory used by a hundred uploads, all sizes of one image, and share pictures: peak and permanent. */
export async function uploadMemory(product: Product): Promise<Section> {
  const { url, pid } = product;
  await fetch(`${url}/`);
  const before = residentMiB(pid) ?? Number.NaN;
  const watch = watchMemory(pid);
  const send = await uploader(url);
  const pictures = await originals();
  let last = "";
  for (let n = 0; n < uploads; n++) last = await send(pictures[n % pictures.length] as Buffer);
  for (const width of [480, 640, 768, 960, 1440, 1920])
    for (const format of ["avif", "webp"])
      await (await fetch(`${url}${last.replace(".webp", `-${width}.${format}`)}`)).arrayBuffer();
  for (const name of ["home", "portfolio", "details-0"]) await (await fetch(`${url}/share/${name}.png`)).arrayBuffer();
  const { allMiB } = watch.end();
  await pause(60_000);
  const after = residentMiB(pid) ?? Number.NaN;
  return {
    title: "Memory of pictures",
    figures: [
      {
        what: `The server one minute after ${uploads} uploads, MiB`,
        value: round(after, 0),
        against: `before: ${round(before, 0)}`,
        goal: "at most 200",
        holds: after <= 200,
      },
      {
        what: "All processes together, peak MiB",
        value: round(allMiB, 0),
        goal: "at most 400",
        holds: allMiB <= 400,
      },
    ],
  };
}

function watchMemory(pid: number) {
  let allMiB = 0;
  const timer = setInterval(() => {
    const each = [pid, ...childrenOf(pid)].map((process) => residentMiB(process) ?? 0);
    allMiB = Math.max(
      allMiB,
      each.reduce((sum, mib) => sum + mib, 0),
    );
  }, 20);
  return {
    end() {
      clearInterval(timer);
      return { allMiB };
    },
  };
}

/** Typical output of cameras and screenshots, and hostile files: up to the 40 megapixels that are allowed. */
async function originals(): Promise<Buffer[]> {
  const photo = (width: number, height: number) =>
    sharp({
      create: { width, height, channels: 3, background: "#336655", noise: { type: "gaussian", mean: 128, sigma: 8 } },
    }).blur(2);
  const phone = await photo(4000, 3000).jpeg({ quality: 90 }).toBuffer();
  const screen = await photo(1920, 1200).png().toBuffer();
  const camera = await photo(6000, 4000).jpeg({ quality: 85 }).toBuffer();
  const plain = { width: 8000, height: 5000, channels: 4 as const, background: "#336655" };
  return [phone, screen, phone, camera, phone, await sharp({ create: plain }).png().toBuffer()];
}

async function uploader(url: string) {
  const login = await fetch(`${url}/api/user/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ user: admin }),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  return async (picture: Buffer): Promise<string> => {
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(picture)]), "picture");
    const headers = { Authorization: `Bearer ${data.token}` };
    const response = await fetch(`${url}/upload`, { method: "POST", body: form, headers });
    if (response.status !== 201) throw new Error(`An upload answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { url: string }).url;
  };
}
