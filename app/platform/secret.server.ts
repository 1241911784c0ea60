import { createHash, randomBytes } from "node:crypto";

/** 256 random bits, URL-safe. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";

/** A name nobody can guess or derive, for entries that carry none of their own. 32 letters: 5 bits each. */
export function randomName(length = 16): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join("");
}

export const sha256 = (...parts: string[]): string => createHash("sha256").update(parts.join("\0")).digest("hex");
