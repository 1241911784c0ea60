import { createHmac, timingSafeEqual } from "node:crypto";

// Time-based one-time codes as authenticator apps compute them by default: RFC 6238 with SHA-1, 6 digits, 30 seconds.
// Twenty lines on node:crypto, tested against the RFC's own vectors (totp.test.ts), rather than a dependency that
// guards the login.

const stepSeconds = 30;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648 without padding: the form in which apps accept a secret. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((group) => alphabet[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / stepSeconds);

/** The six-digit code for a time step. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}

/** The time step that a code is valid for, allowing one step either side for clock skew and typing time. */
export function stepOf(secret: string, code: string, at: Date): number | undefined {
  const now = stepAt(at);
  return [now - 1, now, now + 1].find((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code)));
}

/** The otpauth URI for the QR code. Colons separate issuer and account, so neither may contain one. */
export function otpauthAddress(secret: string, issuer: string, account: string): string {
  const name = (text: string) => encodeURIComponent(text.replaceAll(":", " "));
  return `otpauth://totp/${name(issuer)}:${name(account)}?secret=${secret}&issuer=${name(issuer)}&algorithm=SHA1&digits=6&period=${stepSeconds}`;
}
