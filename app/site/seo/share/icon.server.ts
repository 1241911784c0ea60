import sharp from "sharp";
import type { ImageReply } from "#app/platform/images.ts";
import type { SiteIcon } from "./icon.ts";

/** Renders the icon for home screens: the mark on the light theme's background. Runs in the image process. */
export async function drawIcon({ size, pencil }: SiteIcon): Promise<ImageReply> {
  // 28 of the mark's 32 units are drawn; they take 60 % of the side, inside the circle that Android cuts out.
  const side = 28 / 0.6;
  const start = 16 - side / 2;
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${start} ${start} ${side} ${side}">${markPaths(pencil, "#101f1a")}</svg>`;
  const bytes = await sharp(Buffer.from(mark)).flatten({ background: "#f0f4f0" }).png().toBuffer();
  return { bytes, width: size, height: size };
}

const markPaths = (pencil: string, ink: string) =>
  `<path fill="none" stroke="${pencil}" stroke-width="2" d="M3 3H15V17H9V29H3Z"/><path fill="${ink}" d="M18 2H30V30H12V20H18Z"/>`;
