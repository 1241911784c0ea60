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
  /** Made of the site's content and nothing else: it changes only when the content is written. */
  isOfContent?: true;
  /** When it changed last without a write to the content. */
  changedAt?: Date;
  /** Until when it stays as it is, without one. */
  validUntil?: Date;
  /** What is at this address never changes. */
  isImmutable?: true;
}

export const file = (type: string, body: FileReply["body"]): FileReply => ({ status: 200, type, body });

export const noFile: FileReply = { status: 404, type: "text/plain; charset=utf-8", body: "Not found\n" };
