import type { ContentType } from "./content-type.ts";

/** A link without a target: Markdown with an empty URL, or a bare "https://". */
const emptyLink = /\[[^\]]*\]\(\s*#?\s*\)|\bhttps?:\/\/(?=\s|$)/i;

/** A picture with neither an alternative text nor the mark that it is decorative (an empty one). */
export const isUndescribed = (picture: unknown, alt: unknown): boolean =>
  typeof picture === "string" && picture.trim() !== "" && alt !== "" && String(alt ?? "").trim() === "";

const undescribed = (label = "Image") => `${label} has no alt text. Describe it, or mark it as decorative.`;

/**
 * Advice to show before an entry is published. It never prevents saving.
 * @param values the form's values, by field
 * @returns one sentence per finding, in the order of the fields
 */
export function adviceFor(
  { fields }: Pick<ContentType, "fields">,
  values: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name];
    if (field.kind === "alt")
      return isUndescribed(values[field.of], value) ? [undescribed(fields[field.of]?.label)] : [];
    const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string");
    const length = texts.join("").length;
    return [
      ...(field.advisedWhenEmpty && texts.every((text) => text.trim() === "") ? [field.advisedWhenEmpty] : []),
      ...(field.fits !== undefined && length > field.fits
        ? [`${field.label} has ${length} characters; about ${field.fits} fit its place.`]
        : []),
      ...(texts.some((text) => emptyLink.test(text)) ? [`${field.label} holds a link that leads nowhere.`] : []),
    ];
  });
}
