/**
 * Header for optimistic locking: the server refuses to overwrite a newer version (spec/reading: PUT with If-Match).
 * Without a version the last save wins.
 */
export function ifMatch(version: number | undefined): Record<string, string> {
  return version === undefined ? {} : { "If-Match": `"${version}"` };
}
