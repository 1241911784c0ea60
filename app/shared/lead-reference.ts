/** Characters of the slug in a reference: 40 bits, so that collisions among 100,000 leads are very unlikely. */
const length = 8;

/** Short reference of a lead for use by people, such as `7K2M-9PXA`: the start of its slug, which cannot be guessed. */
export function leadReference(slug: string): string {
  const start = slug.slice(0, length).toUpperCase();
  return start.length > 4 ? `${start.slice(0, 4)}-${start.slice(4)}` : start;
}

/**
 * Parses a typed reference, with a hyphen of any kind, a space or nothing in its middle.
 * @returns the start of the slug; undefined for any other text. Slugs contain neither 1 nor l, so both are read as i.
 */
export function slugOfReference(typed: string): string | undefined {
  const [, first, second] = /^[#([\s]*([a-z\d]{4})[-‐-–\s]?([a-z\d]{4})[)\]]?$/i.exec(typed.trim()) ?? [];
  return first && second ? `${first}${second}`.toLowerCase().replace(/[1l]/g, "i") : undefined;
}
