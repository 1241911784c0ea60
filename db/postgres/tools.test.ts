import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { programFolder } from "#test/data-location.ts";
import { placeOf } from "./client.server.ts";
import { findTool, libpqAddress } from "./tools.server.ts";

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

test("user and password reach libpq also where they are parameters", () => {
  const { address, environment } = libpqAddress("postgres:///site?host=/run/postgresql&user=ada&password=p%40ss");
  const { searchParams } = new URL(address);
  expect([searchParams.get("user"), searchParams.has("password"), environment]).toEqual([
    ...["ada", false, { PGPASSWORD: "p@ss" }],
  ]);
});

test("messages name no part of a password, not even of one that is not percent-encoded", () => {
  expect(placeOf("postgres://site:p%40ss@db.example/site")).toBe("postgres://db.example/site");
  for (const address of ["postgres://site:pa/ss@db.example/site", "postgres://site:12/secret@db.example/site"])
    expect(placeOf(address)).toBe("the database address");
});

test("files are named for libpq as the site finds them", () => {
  const { searchParams } = convert("sslkey=keys/own.pem&sslrootcert=ca.pem");
  expect(searchParams.get("sslkey")).toBe(path.resolve("keys/own.pem"));
  expect(searchParams.get("sslrootcert")).toBe(path.resolve("ca.pem"));
});

/** Not installed anywhere. */
const name = "pg_dumps" as "pg_dump";

/** A folder with a program that says that it is of this version. */
function folderOf(version: string): string {
  const folder = programFolder();
  fs.writeFileSync(path.join(folder, name), `#!/bin/sh\necho "pg_dump (PostgreSQL) ${version}"\n`, { mode: 0o755 });
  return folder;
}

test("a missing or outdated pg_dump is reported with the package to install", () => {
  expect(() => findTool("pg_dump", { server: 99 }, { PATH: process.env.PATH })).toThrow(
    /older than 99.*postgresql-client-99/,
  );
  expect(() => findTool(name, { server: 15 }, { PATH: "" })).toThrow(/not found.*postgresql-client-15/);
});

test("programs that set what servers before 17 do not know are used for newer servers only", () => {
  const PATH = folderOf("17.2");
  expect(() => findTool(name, { server: 15 }, { PATH })).toThrow(
    /version 17\.2, too new for a server of 15\. .*postgresql-client-15/,
  );
  const both = [PATH, folderOf("16.9")].join(path.delimiter);
  const majors = [15, 16, 17].map((server) => findTool(name, { server }, { PATH: both }).major);
  expect(majors).toEqual([16, 16, 17]);
  expect(findTool(name, { server: 17, dump: 16 }, { PATH: both }).major).toBe(17);
  expect(() => findTool(name, { server: 16, dump: 17 }, { PATH: both })).toThrow(
    "The backup was made by pg_dump 17, and only a PostgreSQL of version 17 or newer takes it; this one is 16.",
  );
});
