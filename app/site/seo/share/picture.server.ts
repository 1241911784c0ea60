import sharp from "sharp";
import { focalPointOf } from "#app/shared/focal-point.ts";
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
 * Both states of a picture, cropped to a frame with their seam a third from its left edge, or without a drawing the whole
 * frame in its built state around its focal point, as on the pages; undefined if the picture is not stored.
 */
export async function meetIn(
  { built: finished, drawn: sketch }: Pictures,
  { seam, built: photo }: Pair,
  frame: Frame,
  pencil: string,
) {
  if (!finished) return undefined;
  const { width = 1, height = 1 } = await sharp(finished).metadata();
  const scale = Math.max(frame.width / width, frame.height / height);
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  const { rest, step, mid } = seam ?? usualSeam;
  const focus = sketch ? null : focalPointOf(photo?.focus ?? "");
  // As `object-position` places a picture.
  const offset = focus
    ? Math.round((focus.x / 100) * (wide - frame.width))
    : Math.round(Math.min(Math.max(((rest + step / 2) / 100) * wide - frame.width / 3, 0), wide - frame.width));
  const top = focus ? Math.round((focus.y / 100) * (high - frame.height)) : 0;
  const inFrame = (percent: number) => (percent / 100) * wide - offset;
  const edge: Edge = { foot: inFrame(rest), top: inFrame(rest + step), mid: (mid / 100) * frame.height };
  const cut = (bytes: Uint8Array) =>
    sharp(bytes).resize(wide, high).extract({ left: offset, top, width: frame.width, height: frame.height });
  const at = { left: frame.left, top: frame.top };
  const built = cut(finished);
  if (!sketch) return { handles: "", layers: [{ input: await built.png().toBuffer(), ...at }] };
  const joined = built.composite([{ input: mask(edge, frame), blend: "dest-in" }]);
  return {
    handles: handles(edge, frame, pencil),
    layers: [
      { input: await cut(sketch).png().toBuffer(), ...at },
      { input: await joined.png().toBuffer(), ...at },
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

function handles({ foot, top, mid }: Edge, { left, width, height }: Frame, pencil: string): string {
  const at = [
    [top, 8],
    [top, mid],
    [foot, mid],
    [foot, height - 8],
  ];
  return at
    .filter(([x = 0]) => x >= 0 && x <= width)
    .map(
      ([x = 0, y = 0]) =>
        `<rect x="${left + x - 7}" y="${y - 7}" width="14" height="14" fill="#f0f4f0" stroke="${pencil}" stroke-width="2.5"/>`,
    )
    .join("");
}
