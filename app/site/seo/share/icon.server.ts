import sharp from "sharp";
import type { ImageReply } from "#app/platform/images/images.ts";
import type { SiteIcon } from "./icon.ts";

const ground = "#f0f4f0";

/** Renders an icon as a PNG. Runs in the image process. */
export async function drawIcon(icon: SiteIcon, logo: Uint8Array | undefined): Promise<ImageReply> {
  const image = !logo
    ? mark(icon)
    : icon.shape === "logo"
      ? fitted(logo, icon.size * 5, icon.size)
      : await plate(icon, logo);
  const { data, info } = await image.png().toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** The mark on the light theme's background. */
function mark({ size, pencil }: SiteIcon) {
  // 28 of the mark's 32 units are drawn; they take 60 % of the side, inside the circle that Android cuts out.
  const side = 28 / 0.6;
  const start = 16 - side / 2;
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${start} ${start} ${side} ${side}"><path fill="none" stroke="${pencil}" stroke-width="2" d="M3 3H15V17H9V29H3Z"/><path fill="#101f1a" d="M18 2H30V30H12V20H18Z"/></svg>`,
    ),
  ).flatten({ background: ground });
}

/** The logo on the light theme's background, with a margin. */
async function plate({ size }: SiteIcon, logo: Uint8Array) {
  const room = Math.round(size * 0.76);
  const background = { width: size, height: size, channels: 3 as const, background: ground };
  return sharp({ create: background }).composite([{ input: await fitted(logo, room, room).png().toBuffer() }]);
}

const fitted = (logo: Uint8Array, width: number, height: number) =>
  sharp(logo).resize({ width, height, fit: "inside" });
