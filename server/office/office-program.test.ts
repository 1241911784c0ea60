import { Hono } from "hono";
import { expect, test } from "vitest";
import { createTestApp } from "#test/app.ts";
import { makeFaq } from "#test/make.ts";
import type { App } from "../app-context.ts";
import { mountOfficeProgram } from "./office-program.ts";

test("every answer to an administrator's call names the back office's program, and no other answer does", async () => {
  const app = await createTestApp("sqlite", { config: { corsOrigins: ["https://office.example"] } });
  const token = await app.logIn();
  await makeFaq(app);
  const named = async (address: string, headers: Record<string, string>) =>
    (await app.request(address, { headers })).headers.get("Office-Program");

  const office = { Authorization: `Bearer ${token}` };
  // The last is an endpoint of a former build.
  for (const address of ["/api/user/me", "/api/faq/get-all", "/api/faq/none", "/api/former/get-all"])
    expect([address, await named(address, office)]).toEqual([address, "index-3c4d.js"]);
  expect(await named("/api/user/me", { Authorization: "Bearer ended" })).toBe("index-3c4d.js");
  expect(await named("/api/faq/get-all", {})).toBeNull();

  const elsewhere = { ...office, Origin: "https://office.example" };
  const { headers } = await app.request("/api/user/me", { headers: elsewhere });
  expect(headers.get("Access-Control-Expose-Headers")).toContain("Office-Program");
});

test("a document that cannot be made for a moment fails no call, and the next answer names the program", async () => {
  let tries = 0;
  const app: App = new Hono();
  mountOfficeProgram(app, async () => {
    if (++tries === 1) throw new Error("a syntax error");
    return '["/admin/assets/index-3c4d.js&#34;]"';
  });
  app.get("/api/faq/get-all", (c) => c.json({}));
  const call = async () => {
    const { status, headers } = await app.request("/api/faq/get-all", { headers: { Authorization: "Bearer any" } });
    return [status, headers.get("Office-Program")];
  };

  expect(await call()).toEqual([200, null]);
  expect(await call()).toEqual([200, "index-3c4d.js"]);
  expect(await call()).toEqual([200, "index-3c4d.js"]);
  expect(tries).toBe(2);
});
