import { describe, expect, test } from "vitest";
import { base32, codeAt, otpauthAddress, stepAt, stepOf } from "./totp.server.ts";

const secret = base32(Buffer.from("12345678901234567890"));

test("a secret is encoded in base32 as in RFC 4648", () => {
  expect(secret).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  expect(base32(Buffer.from("foob"))).toBe("MZXW6YQ");
});

// RFC 6238, appendix B, the last six of its eight digits.
test.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
])("at %i seconds the code is %s", (seconds, code) => {
  expect(codeAt(secret, stepAt(new Date(seconds * 1000)))).toBe(code);
});

describe("a one-time code", () => {
  const at = new Date("2026-05-01T12:00:10Z");
  const now = stepAt(at);

  test.each([-1, 0, 1])("is accepted %i steps from now", (away) => {
    expect(stepOf(secret, codeAt(secret, now + away), at)).toBe(now + away);
  });

  test.each([-2, 2])("is refused %i steps from now", (away) => {
    expect(stepOf(secret, codeAt(secret, now + away), at)).toBeUndefined();
  });
});

test("the otpauth URL contains issuer and account, with a colon in the account replaced by a space", () => {
  const address = new URL(otpauthAddress(secret, "site.example", "ada:1+x@example.com"));
  expect(decodeURIComponent(address.pathname)).toBe("/site.example:ada 1+x@example.com");
  expect(Object.fromEntries(address.searchParams)).toEqual({
    secret,
    issuer: "site.example",
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});
