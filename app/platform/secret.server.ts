import { hash, randomBytes, randomFillSync } from "node:crypto";

/** 256 random bits, URL-safe. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";

/** An unguessable name for entries that have none of their own. 32 letters: 5 bits each. */
export function randomName(length = 16): string {
  let name = "";
  for (const byte of drawn(length)) name += alphabet[byte % alphabet.length];
  return name;
}

// Random bytes are generated in bulk: sixteen cost as much as four thousand. None is used twice.
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

/** As `randomToken`, always the same for the same parts, one of which has to be a secret. */
export const tokenOf = (...parts: string[]): string => hash("sha256", parts.join("\0"), "base64url");

export const sha256 = (...parts: string[]): string => hash("sha256", parts.join("\0"), "hex");
