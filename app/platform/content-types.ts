import type { ContentType } from "#app/shared/content-type.ts";

// Found by pattern, as migrations are: a new content type is a new folder and edits nothing here. What is read of a folder is its
// description alone, which is plain data; how the office and the server find a type's own code, app/admin and server say.
const found = import.meta.glob<Record<string, ContentType>>("../features/*/*.type.ts", { eager: true });

/** Every content type of the product. */
export const contentTypes: readonly ContentType[] = Object.values(found)
  .flatMap((file) => Object.values(file))
  .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, "en"));

function rank({ specified }: ContentType): number {
  return specified ?? Number.MAX_SAFE_INTEGER;
}

export const findContentType = (name: string): ContentType | undefined =>
  contentTypes.find((type) => type.name === name);
