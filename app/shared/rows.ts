export const idsIn = <Id>(rows: { id: Id }[]): Id[] => rows.map(({ id }) => id);

export const slugsIn = (rows: { slug: string }[]): string[] => rows.map(({ slug }) => slug);

export const chunksOf = <T>(entries: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(entries.length / size) }, (_, n) => entries.slice(n * size, (n + 1) * size));
