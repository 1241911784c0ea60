import fs from "node:fs";
import path from "node:path";
import { Blob, Buffer, Face, Font, shape, Variation } from "harfbuzzjs";
import { productRoot } from "#app/platform/product-root.server.ts";

// Archivo (see OFL.txt), Latin, weights 100 to 720, for rendering text without a browser.
const fontFile = () => path.join(productRoot(), "app/site/seo/share/archivo.ttf");

export interface Type {
  weight: number;
  /** Pixels. */
  size: number;
  /** Letter spacing in em. */
  tracking?: number;
}

const unitsPerEm = 1000;
let face: Face | undefined;
const fonts = new Map<number, Font>();

function fontOf(weight: number): Font {
  face ??= new Face(new Blob(Uint8Array.from(fs.readFileSync(fontFile()))));
  const made = fonts.get(weight) ?? new Font(face);
  if (!fonts.has(weight)) {
    made.setScale(unitsPerEm, unitsPerEm);
    made.setVariations([new Variation("wght", weight)]);
    fonts.set(weight, made);
  }
  return made;
}

/** Whether the font has a glyph for every letter of the text; it covers Latin only. */
export const canSet = (text: string) =>
  [...text].every((letter) => /\s/.test(letter) || fontOf(430).nominalGlyph(letter.codePointAt(0) ?? 0));

function shaped(text: string, { weight, tracking = 0 }: Type) {
  const buffer = new Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(fontOf(weight), buffer);
  const positions = buffer.getGlyphPositions();
  return buffer.getGlyphInfos().map(({ codepoint }, index) => ({
    glyph: codepoint,
    advance: (positions[index]?.xAdvance ?? 0) + tracking * unitsPerEm,
  }));
}

/** Width of a single line in pixels. */
export function widthOf(text: string, type: Type): number {
  return (shaped(text, type).reduce((sum, { advance }) => sum + advance, 0) * type.size) / unitsPerEm;
}

/** A single line as SVG outlines, with the start of its baseline at x, y. */
export function outlined(text: string, type: Type, x: number, y: number, fill: string): string {
  const scale = type.size / unitsPerEm;
  let at = 0;
  const glyphs = shaped(text, type).map(({ glyph, advance }) => {
    const path = `<path transform="translate(${at} 0)" d="${fontOf(type.weight).glyphToPath(glyph)}"/>`;
    at += advance;
    return path;
  });
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${glyphs.join("")}</g>`;
}

/** Part of a line in a single style. */
export interface Run {
  text: string;
  type: Type;
  fill: string;
}

/**
 * Breaks runs at spaces into lines of at most `width` pixels. A wider word gets a line of its own, or as many as it needs
 * (`breaksWords`).
 */
export function linesOf(runs: Run[], width: number, breaksWords: boolean): Run[][] {
  const lines: Run[][] = [[]];
  let left = width;
  for (const run of runs) {
    const words = run.text.split(/(?<=\s)/);
    for (const word of breaksWords ? words.flatMap((each) => piecesOf(each, run.type, width)) : words) {
      const wide = widthOf(word.trimEnd(), run.type);
      if (wide > left && (lines.at(-1)?.length ?? 0) > 0) {
        lines.push([]);
        left = width;
      }
      lines.at(-1)?.push({ ...run, text: word });
      left -= widthOf(word, run.type);
    }
  }
  return lines;
}

/** A word in pieces of at most `width` pixels. */
function piecesOf(word: string, type: Type, width: number): string[] {
  const pieces = [""];
  for (const letter of word)
    if (widthOf(pieces.at(-1) + letter.trimEnd(), type) > width) pieces.push(letter);
    else pieces[pieces.length - 1] += letter;
  return pieces;
}
