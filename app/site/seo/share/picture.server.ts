import sharp from "sharp";
import { type Seam, usualSeam } from "#app/ui/seam.ts";
import type { Pair } from "../../render/page-data.ts";

interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Image data, where stored. */
export interface Pictures {
  built?: Uint8Array | undefined;
  drawn?: Uint8Array | undefined;
  logo?: Uint8Array | undefined;
}

/**
 * Both states of a picture, cropped to a frame with their seam a third from its left edge; undefined if the picture is
 * not stored.
 */
export async function meetIn(
  { built: finished, drawn: sketch }: Pictures,
  { seam }: Pair,
  frame: Frame,
  pencil: string,
) {
  if (!finished) return undefined;
  const { width = 1, height = 1 } = await sharp(finished).metadata();
  const scale = Math.max(frame.width / width, frame.height / height);
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  const { rest, step, mid } = seam ?? usualSeam;
  const offset = Math.round(
    Math.min(Math.max(((rest + step / 2) / 100) * wide - frame.width / 3, 0), wide - frame.width),
  );
  const inFrame = (percent: number) => (percent / 100) * wide - offset;
  const edge: Edge = { foot: inFrame(rest), top: inFrame(rest + step), mid: (mid / 100) * frame.height };
  const cut = (bytes: Uint8Array) =>
    sharp(bytes).resize(wide, high).extract({ left: offset, top: 0, width: frame.width, height: frame.height });
  const { left, top } = frame;
  return {
    handles: handles(edge, frame, pencil),
    layers: [
      { input: sketch ? await cut(sketch).png().toBuffer() : crossedBox(frame, pencil), left, top },
      {
        input: await cut(finished)
          .composite([{ input: mask(edge, frame), blend: "dest-in" }])
          .png()
          .toBuffer(),
        left,
        top,
      },
    ],
  };
}

interface Edge extends Record<keyof Pick<Seam, "mid">, number> {
  foot: number;
  top: number;
}

const svg = ({ width, height }: Frame, inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`);

const mask = ({ foot, top, mid }: Edge, frame: Frame) =>
  svg(frame, `<path d="M${top} 0H${frame.width}V${frame.height}H${foot}V${mid}H${top}Z"/>`);

const crossedBox = (frame: Frame, pencil: string) =>
  svg(
    frame,
    `<path d="M1 1H${frame.width - 1}V${frame.height - 1}H1ZM1 1 ${frame.width} ${frame.height}M${frame.width} 1 1 ${frame.height}" fill="none" stroke="${pencil}" stroke-width="2"/>`,
  );

function handles({ foot, top, mid }: Edge, { left, height }: Frame, pencil: string): string {
  const at = [
    [top, 8],
    [top, mid],
    [foot, mid],
    [foot, height - 8],
  ];
  return at
    .map(
      ([x = 0, y = 0]) =>
        `<rect x="${left + x - 7}" y="${y - 7}" width="14" height="14" fill="#f0f4f0" stroke="${pencil}" stroke-width="2.5"/>`,
    )
    .join("");
}
