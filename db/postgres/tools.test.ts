import fs from "node:fs";
import { expect, test } from "vitest";
import { libpqAddress } from "./tools.server.ts";

const convert = (query: string) => new URL(libpqAddress(`postgres://site:p%40ss@db.example/site?${query}`).address);

/** What this machine trusts, if it says so. */
const roots = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"].find(
  (file) => fs.existsSync(file),
);

test("a verified server is verified by libpq too, which trusts no certificate by itself", () => {
  for (const mode of ["verify-full", "verify-ca"]) {
    const { searchParams } = convert(`sslmode=${mode}`);
    expect(searchParams.get("sslmode")).toBe(mode);
    expect(searchParams.get("sslrootcert")).toBe(roots ?? null);
  }
  expect(convert("sslmode=verify-full&sslrootcert=/own.pem").searchParams.get("sslrootcert")).toBe("/own.pem");
  expect(convert("sslmode=require").searchParams.has("sslrootcert")).toBe(false);
});

test("libpq gets only what it knows, without the password, and spaces as it reads them", () => {
  const { password, search } = convert("options=-c%20search_path%3Dsite&application_name=x");
  expect([password, search]).toEqual(["", "?options=-c%20search_path%3Dsite"]);
});
