import type { Deps } from "#app/platform/deps.ts";

/** A path of the site that serves a file. `params`: the groups matched by `path`. */
export interface SiteFile {
  path: RegExp;
  handle: (deps: Deps, params: string[]) => Promise<FileReply>;
}

export interface FileReply {
  status: 200 | 404;
  /** Content-Type. */
  type: string;
  body: string | Uint8Array<ArrayBuffer>;
  /** When the content last changed, if known. */
  lastModified?: Date;
  /** What is at this address never changes. */
  isImmutable?: true;
}

export const file = (type: string, body: FileReply["body"], lastModified?: Date): FileReply => ({
  status: 200,
  type,
  body,
  ...(lastModified && { lastModified }),
});

export const noFile: FileReply = { status: 404, type: "text/plain; charset=utf-8", body: "Not found\n" };
