import { expect, test } from "vitest";
import { createTestApp } from "#test/app.ts";

const everywhere = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-frame-options": "DENY",
};

const addresses = [
  ...["/", "/portfolio", "/about", "/career", "/details/0", "/details/99", "/nowhere", "/sent/quote"],
  ...["/admin", "/admin/login", "/robots.txt", "/sitemap.xml", "/healthz", "/readyz", "/uploads/x"],
  ...["/api/faq/get-all", "/api/faq/nobody", "/api/nothing", "/api/openapi.json", "/api/quote/get-all"],
];

const headersOf = async (response: Promise<Response>) => Object.fromEntries((await response).headers);

test("every answer says what a browser may make of it, the first time and from the page cache", async () => {
  const app = await createTestApp("sqlite", { seed: true });

  for (const address of [...addresses, ...addresses]) {
    const headers = await headersOf(app.request(address));
    expect([address, headers]).toEqual([address, expect.objectContaining(everywhere)]);
    expect([address, headers["content-security-policy"]]).toEqual([
      address,
      expect.stringContaining("default-src 'none'"),
    ]);
    expect([address, "x-powered-by" in headers, "server" in headers]).toEqual([address, false, false]);
    expect([address, headers["strict-transport-security"]]).toEqual([address, undefined]);
  }
});

test("a document runs its own scripts and the ones whose words it was sent with, and nothing else", async () => {
  const app = await createTestApp("sqlite", { seed: true });

  for (const address of addresses.filter((path) => !/^\/(api|healthz|readyz|uploads|robots|sitemap)/.test(path))) {
    const policy = (await headersOf(app.request(address)))["content-security-policy"] ?? "";
    const directives = new Map(policy.split("; ").map((directive) => [directive.split(" ")[0], directive]));
    expect([address, policy]).toEqual([address, expect.not.stringMatching(/unsafe-(inline|eval)|\*|data:/)]);
    expect(directives.get("script-src")).toMatch(/^script-src 'self'( 'sha256-[\w+/=]{44}')*$/);
    expect(directives.get("object-src")).toBe("object-src 'none'");
    expect(directives.get("base-uri")).toBe("base-uri 'none'");
    expect(directives.get("frame-ancestors")).toBe("frame-ancestors 'none'");
    expect(directives.get("form-action")).toBe("form-action 'self'");
  }
});

test("where the site is served by https, browsers are told to come back by it alone", async () => {
  const app = await createTestApp("sqlite", { config: { publicUrl: "https://example.com" } });

  for (const address of ["/", "/api/faq/get-all", "/admin", "/api/nothing"])
    expect((await headersOf(app.request(address)))["strict-transport-security"]).toMatch(/^max-age=31536000/);
});

test("no other origin may call the API from a browser, and none is repeated to itself", async () => {
  const app = await createTestApp("sqlite");

  for (const origin of ["https://evil.example", "http://site.example", "null"])
    for (const address of ["/api/faq/get-all", "/api/quote/get-all", "/upload", "/", "/healthz"])
      for (const method of ["GET", "OPTIONS"]) {
        const headers = {
          Origin: origin,
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "Authorization",
        };
        const answered = await headersOf(app.request(address, { method, headers }));
        expect([address, method, Object.keys(answered).filter((name) => name.startsWith("access-control"))]).toEqual([
          address,
          method,
          [],
        ]);
      }
});

test("where the API has an address of its own, the site's origin may call it, and no other", async () => {
  const app = await createTestApp("sqlite", {
    config: { publicUrl: "https://example.com", apiBaseUrl: "https://api.example.com/api" },
  });
  const ask = async (origin: string, method: string) =>
    (await headersOf(app.request("/api/faq/get-all", { method, headers: { Origin: origin } })))[
      "access-control-allow-origin"
    ];

  expect(await ask("https://example.com", "GET")).toBe("https://example.com");
  expect(await ask("https://example.com", "OPTIONS")).toBe("https://example.com");
  for (const origin of ["https://evil.example", "https://example.com.evil.example", "http://example.com", "null"])
    expect([await ask(origin, "GET"), await ask(origin, "OPTIONS")]).toEqual([undefined, undefined]);
});
