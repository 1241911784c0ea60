import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

// scrypt with 32 MB, about 60 ms per attempt: memory-hard and part of Node, so no package is needed.
const usualCost = 2 ** 15;
const keyBytes = 32;

/** `scrypt$N$r$p$salt`: the cost is stored with the salt, so that it can be raised later without breaking old hashes. */
export const newSalt = (N = usualCost): string => ["scrypt", N, 8, 1, randomBytes(16).toString("base64url")].join("$");

/** `scrypt$N$r$p$salt$key` */
export async function hashPassword(password: string, N = usualCost): Promise<string> {
  const salt = newSalt(N);
  return `${salt}$${await hashWithSalt(password, salt)}`;
}

/** For secrets that are looked up by their hash: deterministic for a given secret and salt. */
export function hashWithSalt(secret: string, salt: string): Promise<string> {
  const [, N, r, p, bytes = ""] = salt.split("$");
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const options = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(secret, Buffer.from(bytes, "base64url"), keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key.toString("base64url")),
    );
  });
}

const nobody = `scrypt$${usualCost}$8$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;

/**
 * Whether the password matches. Without a hash it does the same work, so that timing does not reveal which accounts
 * exist.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const known = hash ?? nobody;
  const derived = await hashWithSalt(password, known);
  const key = known.slice(known.lastIndexOf("$") + 1);
  return timingSafeEqual(Buffer.from(derived), Buffer.from(key)) && hash !== undefined;
}
