import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

// scrypt, 32 MB and some 60 ms a try: memory-hard, in the platform, no package.
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const keyBytes = 32;

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, keyBytes, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

export const newSalt = (): string => randomBytes(16).toString("base64url");

/** `scrypt$N$r$p$salt$key`: the cost stands beside the hash, so that it can rise later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = newSalt();
  return ["scrypt", cost.N, cost.r, cost.p, salt, await hashWithSalt(password, salt)].join("$");
}

/** For secrets that are found by their hash: the same secret and salt give the same hash. */
export async function hashWithSalt(secret: string, salt: string): Promise<string> {
  return (await derive(secret, Buffer.from(salt, "base64url"))).toString("base64url");
}

const nobody = "scrypt$32768$8$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/** Whether the password fits. Does the same work where there is no hash to compare with, so that the time tells nobody who exists. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, , , , salt = "", key = ""] = (hash ?? nobody).split("$");
  const derived = await derive(password, Buffer.from(salt, "base64url"));
  return timingSafeEqual(derived, Buffer.from(key, "base64url")) && hash !== undefined;
}
