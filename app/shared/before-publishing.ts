import type { ContentType } from "./content-type.ts";
import { dayIn } from "./day.ts";
import { failedLinks } from "./text/failed-links.ts";
import { isVisible } from "./text/visible.ts";

/** A link without a target: Markdown with an empty URL, or a bare "https://". */
const emptyLink = /\[[^\]]*\]\(\s*#?\s*\)|\bhttps?:\/\/(?=\s|$)/i;

/** A picture with neither an alternative text nor the mark that it is decorative (an empty one). */
export const isUndescribed = (picture: unknown, alt: unknown): boolean =>
  typeof picture === "string" && picture.trim() !== "" && alt !== "" && !isVisible(String(alt ?? ""));

const isPast = (day: string): boolean => day.trim() !== "" && day < dayIn(undefined, new Date());

const undescribed = (label = "Image") => `${label} has no alt text. Describe it, or mark it as decorative.`;

/** Another picture, or a crop of the same: whoever does not see it would hear of the one before. */
const isLeftOver = (picture: unknown, alt: unknown, before: { picture: unknown; alt: unknown }): boolean =>
  Boolean(picture && before.picture) &&
  picture !== before.picture &&
  isVisible(String(alt ?? "")) &&
  alt === before.alt;

/**
 * Advice to show before an entry is published. It never prevents saving.
 * @param values the form's values, by field
 * @param before the same before they were edited
 * @returns one sentence per finding, in the order of the fields
 */
export function adviceFor(
  { fields, closes }: Pick<ContentType, "fields" | "closes">,
  values: Readonly<Record<string, unknown>>,
  before = values,
): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name];
    if (field.kind === "alt") {
      const { [field.of]: picture } = values;
      const label = fields[field.of]?.label ?? "Image";
      if (isUndescribed(picture, value)) return [undescribed(label)];
      const was = { picture: before[field.of], alt: before[name] };
      return isLeftOver(picture, value, was) ? [`${label} has changed: see whether its alt text still fits.`] : [];
    }
    const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string");
    const length = texts.join("").length;
    return [
      ...(field.advisedWhenEmpty && !texts.some(isVisible) ? [field.advisedWhenEmpty] : []),
      ...(field.advisedWhenPast &&
      typeof value === "string" &&
      isPast(value) &&
      !(closes && values[closes.by] === false)
        ? [field.advisedWhenPast]
        : []),
      ...(field.fits !== undefined && length > field.fits
        ? [`${field.label} has ${length} characters; about ${field.fits} fit its place.`]
        : []),
      ...(texts.some((text) => emptyLink.test(text)) ? [`${field.label} contains a link that leads nowhere.`] : []),
      ...("formatted" in field && field.formatted
        ? texts
            .flatMap(failedLinks)
            .map(({ typed, cause }) => `${field.label}: ${typed} does not become a link. ${cause}`)
        : []),
    ];
  });
}

/** A text of the site, as declared. */
interface PlacedText {
  path: string;
  label: string;
  kind: string;
  fallback: unknown;
  /** Of an alternative text: the path of its picture. */
  of?: string;
}

/** A heading in fewer characters is never called too long. */
const shortLine = 40;

/**
 * The same for texts of the site: about half as many characters again as its built-in words fit a line's place.
 * @param texts those that have been changed, and the alternative texts of changed pictures
 * @param valueAt the value of a text, by path
 * @param before the same before it was edited
 */
export function adviceForTexts(
  texts: readonly PlacedText[],
  valueAt: (path: string) => unknown,
  before = valueAt,
): string[] {
  return texts.flatMap(({ path, label, kind, fallback, of }) => {
    const value = valueAt(path);
    if (typeof value !== "string") return [];
    if (kind === "alt") {
      if (of === undefined) return [];
      if (isUndescribed(valueAt(of), value)) return [undescribed(label)];
      const was = { picture: before(of), alt: before(path) };
      return isLeftOver(valueAt(of), value, was) ? [`The picture has changed: see whether “${label}” still fits.`] : [];
    }
    const fits = Math.max(shortLine, Math.round(String(fallback).length * 1.5));
    return [
      ...(kind === "text" && value.length > fits
        ? [`${label} has ${value.length} characters; about ${fits} fit its place.`]
        : []),
      ...((kind === "text" || kind === "longText") && emptyLink.test(value)
        ? [`${label} contains a link that leads nowhere.`]
        : []),
    ];
  });
}
