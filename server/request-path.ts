/**
 * The path as the application sees it: without the query, and without the origin that a proxy's request line may
 * include.
 */
export function pathOf(target: string): string {
  const isPlain = /^\/[\w/-]*$/.test(target);
  return isPlain || !URL.canParse(target, "http://site") ? target : new URL(target, "http://site").pathname;
}

/** A path as it may be logged: shortened, and without the token of a link for approval. */
export const loggedPath = (path: string): string => path.slice(0, 200).replace(/^\/approve\/.*$/is, "/approve/…");
