import { contentTypes } from "./content-types.ts";
import { type ServedContent, serveContent } from "./served-content.server.ts";

// Overrides of content types, found by glob as the types are.
const own = import.meta.glob<{ default: ServedContent }>("../../features/*/*.content.server.ts", { eager: true });
const ownByName = new Map(Object.values(own).map(({ default: served }) => [served.type.name, served]));

export const contents: ServedContent[] = contentTypes.map((type) => ownByName.get(type.name) ?? serveContent(type));

export const findContent = (name: string): ServedContent | undefined => contents.find(({ type }) => type.name === name);
