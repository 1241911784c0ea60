import { hash, randomBytes, randomFillSync } from "node:crypto";

/** 256 random bits, URL-safe. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";

/** A name nobody can guess or derive, for entries that carry none of their own. 32 letters: 5 bits each. */
export function randomName(length = 16): string {
  let name = "";
  for (const byte of drawn(length)) name += alphabet[byte % alphabet.length];
  return name;
}

// Drawn many at a time: a call for sixteen bytes costs as much as one for four thousand. None is used twice.
const store = Buffer.alloc(4_096);
let used = store.length;

function drawn(length: number): Uint8Array {
  if (used + length > store.length) {
    randomFillSync(store);
    used = 0;
  }
  used += length;
  return store.subarray(used - length, used);
}

export const sha256 = (...parts: string[]): string => hash("sha256", parts.join("\0"), "hex");
