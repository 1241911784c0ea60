import sharp from "sharp";
import type { ImageReply } from "#app/platform/images/images.ts";
import type { Card } from "./card.ts";
import { meetIn, type Pictures } from "./picture.server.ts";
import { canSet, linesOf, outlined, type Run, type Type, widthOf } from "./type.server.ts";

// Colours of the light theme in sRGB.
const ground = "#f0f4f0";
const ink = "#101f1a";
const quiet = "#435049";

const width = 1200;
const height = 630;
const edge = 64;
const pictureLeft = 656;

/**
 * Renders the picture for link previews: a PNG of 1200 by 630 px, made of the page's own text. Runs in the image
 * process. `tagline`: the text used if the font lacks the script of the heading.
 */
export async function drawCard(asked: Card, tagline: string, pictures: Pictures): Promise<ImageReply> {
  const card = { ...asked, heading: [asked.heading, tagline].find((text) => text !== "" && canSet(text)) ?? "" };
  const frame = { left: pictureLeft, top: 0, width: width - pictureLeft, height };
  const meet = card.pair && (await meetIn(pictures, card.pair, frame, card.pencil));
  const logo = pictures.logo && (await logoIn(pictures.logo));
  const words = heading(card, (meet ? pictureLeft - 40 : width - edge) - edge);
  const base = `<rect width="${width}" height="${height}" fill="${ground}"/>${logo ? "" : mark(card)}${words}`;
  const layers = [
    ...(meet ? [...meet.layers, { input: asSvg(meet.handles), left: 0, top: 0 }] : []),
    ...(logo ? [{ input: logo, left: edge, top: 52 }] : []),
  ];
  const bytes = await sharp(asSvg(base)).composite(layers).png({ palette: true, quality: 90, effort: 4 }).toBuffer();
  return { bytes, width, height };
}

const asSvg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`);

/** The uploaded logo at the size of the mark. */
const logoIn = (logo: Uint8Array) => sharp(logo).resize({ width: 420, height: 64, fit: "inside" }).png().toBuffer();

/** The mark, with the name if the font has all of its letters. */
function mark({ name, pencil }: Card): string {
  const pieces = `<g transform="translate(${edge} 52) scale(1.5)"><path fill="none" stroke="${pencil}" stroke-width="2" d="M3 3H15V17H9V29H3Z"/><path fill="${ink}" d="M18 2H30V30H12V20H18Z"/></g>`;
  return pieces + (canSet(name) ? outlined(name, { weight: 660, size: 38, tracking: -0.03 }, edge + 60, 90, ink) : "");
}

/**
 * The heading at the largest size that fits, aligned to the bottom edge, with the note below it and a project's
 * position above.
 */
function heading(card: Card, room: number): string {
  const note = fittedNote(card.note, room);
  const foot = height - edge - (note ? 52 : 4);
  const { lines, size } = fitted(card, room, foot - (card.place ? placeSize : 0) - below);
  const drawn = lines.map((line, index) => set(line, foot - (lines.length - 1 - index) * size * leading)).join("");
  const top = foot - (lines.length - 1) * size * leading - size * 0.72;
  const place = card.place
    ? outlined(card.place, { weight: 130, size: placeSize, tracking: -0.05 }, edge - 4, top - 36, card.pencil)
    : "";
  return place + drawn + (note ? outlined(note, noteType, edge, height - edge, quiet) : "");
}

const leading = 1.02;
const placeSize = 84;
/** Size of the heading. */
const smallest = 32;
/** Bottom edge of the mark. */
const below = 140;
const noteType: Type = { weight: 430, size: 26 };

function fittedNote(note: string, room: number): string {
  if (!canSet(note)) return "";
  let text = note;
  while (widthOf(text, noteType) > room && text.includes(" "))
    text = `${text.slice(0, text.lastIndexOf(" ")).replace(/[,;:.…]*$/, "")}…`.replace(/……$/, "…");
  return widthOf(text, noteType) > room ? "" : text;
}

function fitted({ heading, pencil }: Card, room: number, high: number): { lines: Run[][]; size: number } {
  for (let size = 92; ; size -= 4) {
    const isSmallest = size <= smallest;
    const lines = heading.split("\n").flatMap((part) => linesOf(runsOf(part, size, pencil), room, isSmallest));
    const fits = lines.every(
      (line) => line.reduce((sum, run) => sum + widthOf(run.text.trimEnd(), run.type), 0) <= room,
    );
    if ((fits && lines.length * size * leading <= high) || isSmallest)
      return { lines: lines.slice(0, Math.floor(high / (size * leading))), size };
  }
}

/** Splits a heading into runs: the drawn word in a pencil hairline, the rest heavy. */
function runsOf(heading: string, size: number, pencil: string): Run[] {
  return heading
    .split(/(\[[^\]]*\])/)
    .filter((part) => part !== "")
    .map((part) =>
      part.startsWith("[")
        ? { text: part.slice(1, -1), type: { weight: 190, size, tracking: -0.04 }, fill: pencil }
        : { text: part, type: { weight: 660, size, tracking: -0.04 }, fill: ink },
    );
}

function set(line: Run[], y: number): string {
  let x = edge;
  return line
    .map(({ text, type, fill }) => {
      const drawn = outlined(text, type, x, y, fill);
      x += widthOf(text, type);
      return drawn;
    })
    .join("");
}
