/**
 * The path as the application sees it: without the query, and without the origin that a proxy's request line may
 * include.
 */
export function pathOf(target: string): string {
  const isPlain = /^\/[\w/-]*$/.test(target);
  return isPlain || !URL.canParse(target, "http://site") ? target : new URL(target, "http://site").pathname;
}

/** Paths that go on with a secret: whoever knows the address may do what its page offers. */
const beforeSecret = /^(\/(?:approve|preview|backup|newsletter\/[^/]+|sent\/[^/]+|admin\/(?:invite|reset))\/).*$/is;

/** A path as it may be logged: shortened, and without the secret that it may contain. */
export const loggedPath = (path: string): string => path.slice(0, 200).replace(beforeSecret, "$1…");
