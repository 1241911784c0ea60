import { expect, test } from "vitest";
import { createTestApp } from "#test/app.ts";
import { makeFaq } from "#test/make.ts";

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
