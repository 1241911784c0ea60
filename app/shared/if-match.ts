/**
 * Header for optimistic locking: the server refuses to overwrite a newer version.
 * Without a version the last save wins.
 */
export function ifMatch(version: number | undefined): Record<string, string> {
  return version === undefined ? {} : { "If-Match": `"${version}"` };
}
