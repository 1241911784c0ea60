/**
 * The path as the application sees it: without the query, and without the origin that a proxy's request line may
 * include. Two slashes at its beginning begin no origin.
 */
export function pathOf(target: string): string {
  const isPlain = /^\/[\w/-]*$/.test(target);
  const address = target.startsWith("/") ? `http://site${target}` : target;
  return isPlain || !URL.canParse(address) ? target : new URL(address).pathname;
}

/** Paths that go on with a secret: whoever knows the address may do what its page offers. */
const beforeSecret =
  /^(\/+(?:approve|preview|backup|newsletter\/+[^/]+|sent\/+[^/]+|admin\/+(?:invite|reset))\/+).*$/is;

/** A path as it may be logged: shortened, and without the secret that it may contain. */
export const loggedPath = (path: string): string => path.slice(0, 200).replace(beforeSecret, "$1…");
