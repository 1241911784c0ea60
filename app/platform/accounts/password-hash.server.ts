import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

// scrypt with 32 MB, about 60 ms per attempt: memory-hard and part of Node, so no package is needed.
const usualCost = 2 ** 15;
const keyBytes = 32;

/** `scrypt$N$r$p$salt`: the cost is stored with the salt, so that it can be raised later without breaking old hashes. */
export const newSalt = (N = usualCost): string => ["scrypt", N, 8, 1, randomBytes(16).toString("base64url")].join("$");

/** `scrypt$N$r$p$salt$key` of the password as `opaqueString` leaves it. */
export async function hashPassword(password: string, N = usualCost): Promise<string> {
  const salt = newSalt(N);
  return `${salt}$${await hashWithSalt(opaqueString(password), salt)}`;
}

/**
 * RFC 8265, 4.2: the same for a password typed on another keyboard or system, which may send letters composed or not,
 * and a space of another width.
 */
const opaqueString = (password: string): string => password.replace(/\p{Zs}/gu, " ").normalize("NFC");

/** How earlier releases may have hashed it: as it was typed, composed or not. For most passwords all are one. */
const spellings = (password: string): string[] => [
  ...new Set([opaqueString(password), password, password.normalize("NFC"), password.normalize("NFD")]),
];

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
 * Whether the password matches, in whatever spelling. Without a hash it does the same work, so that timing does not
 * reveal which accounts exist.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const known = hash ?? nobody;
  const key = Buffer.from(known.slice(known.lastIndexOf("$") + 1));
  for (const spelling of spellings(password))
    if (timingSafeEqual(Buffer.from(await hashWithSalt(spelling, known)), key)) return hash !== undefined;
  return false;
}
