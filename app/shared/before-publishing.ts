import type { ContentType } from "./content-type.ts";

/** A link without a target: in Markdown's form, or the beginning of an address alone. */
const emptyLink = /\[[^\]]*\]\(\s*#?\s*\)|\bhttps?:\/\/(?=\s|$)/i;

/**
 * What somebody may want to know before an entry is published. None of it prevents saving.
 * @param values what the form holds, by field
 * @returns a sentence for each, in the order of the fields
 */
export function adviceFor({ fields }: ContentType, values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name];
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
