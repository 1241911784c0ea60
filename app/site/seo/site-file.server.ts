import type { Deps } from "#app/platform/deps.ts";

/** An address of the site that answers with a file. `params` are the groups of its path. */
export interface SiteFile {
  path: RegExp;
  handle: (deps: Deps, params: string[]) => Promise<FileReply>;
}

export interface FileReply {
  status: 200 | 404;
  /** Content-Type. */
  type: string;
  body: string | Uint8Array<ArrayBuffer>;
  /** When what it tells last changed, where that is known. */
  lastModified?: Date;
}

export const file = (type: string, body: FileReply["body"], lastModified?: Date): FileReply => ({
  status: 200,
  type,
  body,
  ...(lastModified && { lastModified }),
});

export const noFile: FileReply = { status: 404, type: "text/plain; charset=utf-8", body: "Not found\n" };
