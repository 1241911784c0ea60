/** Letters of a slug that make its reference: 40 bits, so that two of 100,000 leads hardly ever share one. */
const length = 8;

/** What people call a lead when they speak of it, as `7K2M-9PXA`: the beginning of its slug, which nobody can guess. */
export function leadReference(slug: string): string {
  const start = slug.slice(0, length).toUpperCase();
  return start.length > 4 ? `${start.slice(0, 4)}-${start.slice(4)}` : start;
}

/** The beginning of the slug that a typed reference names; `undefined` for any other text. Slugs have neither 1 nor l, so both are read as i. */
export function slugOfReference(typed: string): string | undefined {
  const [, first, second] = /^#?([a-z\d]{4})-([a-z\d]{4})$/i.exec(typed.trim()) ?? [];
  return first && second ? `${first}${second}`.toLowerCase().replace(/[1l]/g, "i") : undefined;
}
