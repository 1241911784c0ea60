import { createHash } from "node:crypto";
import { expect } from "vitest";
import { entriesAtOnce } from "#app/shared/paging.ts";
import { createTestApp, test } from "#test/app.ts";
import { makeProject } from "#test/make.ts";

test("/admin/login has its own document in any letter case, and each document preloads only its first screen's data", async () => {
  const app = await createTestApp("sqlite");
  const read = async (address: string) => {
    const html = await (await app.request(address)).text();
    const early = /data-early="([^"]*)"/.exec(html)?.[1]?.replaceAll("&quot;", '"').replaceAll("&amp;", "&") ?? "null";
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
  ]);
  expect((await read("/admin/JOB/")).early).toEqual([
    "/api/user/me",
    `/api/job/get-all?limit=${entriesAtOnce}&offset=0`,
  ]);
  expect((await read("/admin/today")).early).toEqual(["/api/user/me", "/api/today"]);
  expect((await read("/admin/quote")).early).toEqual(["/api/user/me"]);
});

test("documents name the base addresses of the API and of the upload, and allow them", async () => {
  const config = { apiBaseUrl: "https://api.example/v1", uploadBaseUrl: "https://files.example" };
  const app = await createTestApp("sqlite", { config, seed: true });

  for (const address of ["/", "/admin", "/admin/login"]) {
    const response = await app.request(address);
    const html = await response.text();
    expect([address, html.includes('data-api="https://api.example/v1"')]).toEqual([address, true]);
    expect([address, html.includes('data-upload="https://files.example"')]).toEqual([address, address !== "/"]);
    const policy = response.headers.get("Content-Security-Policy");
    expect([address, policy]).toEqual([
      address,
      expect.stringContaining("connect-src 'self' https://api.example https://files.example;"),
    ]);
  }
});

test("the login document has no inline script, and the CSP lists the hash of every inline script of the back office", async () => {
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

test("the HTML of /admin contains a first paint of the All Projects screen, without unpublished projects", async () => {
  const app = await createTestApp("sqlite");
  await makeProject(app, { title: "Not yet published", published: false });
  const read = async (address: string) => (await app.request(address)).text();

  for (const address of ["/admin", "/Admin/"]) {
    const html = await read(address);
    expect(html).toMatch(/id="first-paint"[^>]* inert="" aria-hidden="true"/);
    expect(html).toContain(">All Projects</h1>");
    expect(html.match(/<template>/g)).toHaveLength(1);
    expect(html).not.toContain("Not yet published");
    // The specimen's picture, which the browser must not ask for.
    expect(html.replace(/<template>.*<\/template>/s, "")).not.toContain("/uploads/");
    expect(html, "what a browser asks for that looks ahead").not.toMatch(/ (?:src|srcset)="[^"]*\/uploads\/0/i);
  }
  for (const address of ["/admin?q=word", "/admin/quote", "/admin/job", "/admin/login", "/admin/invite/abc"])
    expect([address, (await read(address)).includes("first-paint")]).toEqual([address, false]);
});

test("back-office documents are compressed with an encoding that the client accepts", async ({ app }) => {
  const encodingFor = async (accepted: string) => {
    const response = await app.request("/admin", { headers: { "Accept-Encoding": accepted } });
    expect(await response.text()).toContain(">All Projects</h1>");
    expect(response.headers.get("Vary")).toContain("Accept-Encoding");
    return response.headers.get("Content-Encoding");
  };

  expect(await encodingFor("gzip, br")).toBe("br");
  expect(await encodingFor("gzip")).toBe("gzip");
  expect(await encodingFor("identity")).toBeNull();
});

test("password managers find where a password is changed", async ({ app }) => {
  const { status, headers } = await app.request("/.well-known/change-password", { redirect: "manual" });
  expect([status, headers.get("Location")]).toEqual([302, "/admin/account"]);
});
