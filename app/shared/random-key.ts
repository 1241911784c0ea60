/**
 * A random key of 32 hexadecimal digits. `crypto.randomUUID` requires a secure context, and the site may be served over
 * plain HTTP.
 */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
