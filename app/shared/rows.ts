export const idsIn = <Id>(rows: { id: Id }[]): Id[] => rows.map(({ id }) => id);

export const slugsIn = (rows: { slug: string }[]): string[] => rows.map(({ slug }) => slug);
