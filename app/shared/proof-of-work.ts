const atOnce = 512;

/** Finds a text for which SHA-256 of `{key}:{text}` starts with `bits` zero bits. Takes about a second for 16 bits. */
export async function solveProofOfWork(key: string, bits: number): Promise<string> {
  const encoder = new TextEncoder();
  for (let from = 0; ; from += atOnce) {
    const numbers = Array.from({ length: atOnce }, (_, n) => String(from + n));
    const hashes = await Promise.all(
      numbers.map((text) => crypto.subtle.digest("SHA-256", encoder.encode(`${key}:${text}`))),
    );
    const found = hashes.findIndex((hash) => new DataView(hash).getUint32(0) >>> (32 - bits) === 0);
    if (found >= 0) return numbers[found] ?? "";
  }
}
