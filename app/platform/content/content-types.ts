import type { ContentType } from "#app/shared/content-type.ts";

// Found by glob, like migrations: a new content type is a new folder and needs no edit here. Only the descriptor is
// read, which is plain data; app/admin and server load a type's own code.
const found = import.meta.glob<Record<string, ContentType>>("../../features/*/*.type.ts", { eager: true });

export const contentTypes: readonly ContentType[] = Object.values(found)
  .flatMap((file) => Object.values(file))
  .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, "en"));

function rank({ specified }: ContentType): number {
  return specified ?? Number.MAX_SAFE_INTEGER;
}

export const findContentType = (name: string): ContentType | undefined =>
  contentTypes.find((type) => type.name === name);
