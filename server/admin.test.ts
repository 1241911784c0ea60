import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { entriesAtOnce } from "#app/shared/paging.ts";
import { createTestApp } from "#test/app.ts";

test("the login screen has a document of its own, however its address is spelt, and each document asks early for its first screen alone", async () => {
  const app = await createTestApp("sqlite");
  const read = async (address: string) => {
    const html = await (await app.request(address)).text();
    const early =
      /data-early="([^"]*)"/.exec(html)?.[1]?.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)) ?? "null";
    return { program: /<title>(.*?)<\/title>/.exec(html)?.[1], early: JSON.parse(early) };
  };

  for (const address of ["/admin/login", "/admin/login/", "/ADMIN/Login", "/admin/login?next=1"])
    expect([address, await read(address)]).toEqual([address, { program: "login", early: null }]);
  for (const address of ["/admin", "/Admin/", "/admin/login/more", "/admin/logins", "/admin/quote"])
    expect([address, (await read(address)).program]).toEqual([address, "index"]);

  expect((await read("/admin")).early).toEqual([
    "/api/user/me",
    `/api/project/get-all?limit=${entriesAtOnce}&offset=0`,
    "/api/today",
    "/api/overview",
  ]);
  expect((await read("/admin/JOB/")).early).toEqual([
    "/api/user/me",
    `/api/job/get-all?limit=${entriesAtOnce}&offset=0`,
  ]);
  expect((await read("/admin/quote")).early).toEqual(["/api/user/me"]);
});

test("the login's document runs no inline script, and every inline script of the office's is one its policy names", async () => {
  const app = await createTestApp("sqlite");

  for (const [address, scripts] of [
    ["/admin/login", 0],
    ["/admin", 1],
  ] as const) {
    const response = await app.request(address);
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    const inline = [...(await response.text()).matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => text ?? "");
    expect([address, inline.length, policy.match(/'sha256-/g)?.length ?? 0]).toEqual([address, scripts, scripts]);
    for (const text of inline) expect(policy).toContain(createHash("sha256").update(text).digest("base64"));
  }
});
