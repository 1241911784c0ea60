import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

// scrypt, 32 MB and some 60 ms a try: memory-hard, in the platform, no package.
const usualCost = 2 ** 15;
const keyBytes = 32;

interface Cost {
  N: number;
  r: number;
  p: number;
}

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { ...cost, maxmem: 256 * cost.N * cost.r };
    scrypt(password, salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** `scrypt$N$r$p$salt$key`: the cost stands beside the hash, so that it can rise later and the old ones still fit. */
export async function hashPassword(password: string, N = usualCost): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, { N, r: 8, p: 1 });
  return ["scrypt", N, 8, 1, salt.toString("base64url"), key.toString("base64url")].join("$");
}

const nobody = `scrypt$${usualCost}$8$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;

/** Whether the password fits. Does the same work where there is no hash to compare with, so that the time tells nobody who exists. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, N, r, p, salt = "", key = ""] = (hash ?? nobody).split("$");
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, "base64url"), cost);
  return timingSafeEqual(derived, Buffer.from(key, "base64url")) && hash !== undefined;
}
