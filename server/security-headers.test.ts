import { expect, onTestFinished, test } from "vitest";
import { createTestApp } from "#test/app.ts";
import { httpLimits } from "./front/http-limits.ts";
import { openPort } from "./front/listen.ts";
import { startingResponse } from "./front/unavailable-response.ts";

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

test("every response has the security headers, on the first request and from the page cache", async () => {
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

test("every document's CSP allows only its own scripts and inline scripts by hash", async () => {
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

test("no proxy may rewrite a page, such as to hide its e-mail addresses from visitors without scripts", async () => {
  const app = await createTestApp("sqlite", { seed: true });

  for (const address of addresses.filter((path) => !/^\/(admin|api|healthz|readyz|uploads|robots|sitemap)/.test(path)))
    for (const Cookie of ["", "office=1"]) {
      const headers = await headersOf(app.request(address, { headers: { Cookie } }));
      expect([address, headers["cache-control"]]).toEqual([address, expect.stringMatching(/, no-transform$/)]);
    }
});

test("responses have Strict-Transport-Security, for this host alone, when the site is served over HTTPS", async () => {
  const app = await createTestApp("sqlite", { config: { publicUrl: "https://example.com" } });

  for (const address of ["/", "/api/faq/get-all", "/admin", "/api/nothing"])
    expect((await headersOf(app.request(address)))["strict-transport-security"]).toBe("max-age=31536000");
});

const asked = { "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "Authorization" };
const corsOf = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("access-control")));

test("a foreign origin gets no CORS headers", async () => {
  const app = await createTestApp("sqlite", { config: { corsOrigins: ["https://app.example"] } });
  const strangers = [
    ...["https://evil.example", "null", "*", "", "https://app.example.evil.example", "http://app.example"],
    ...["https://app.example:444", "https://APP.example", "https://app.example, https://evil.example"],
  ];

  for (const origin of strangers)
    for (const address of ["/api/faq/get-all", "/api/quote/get-all", "/api/nothing", "/upload", "/", "/healthz"])
      for (const method of ["GET", "OPTIONS"]) {
        const headers = await headersOf(app.request(address, { method, headers: { Origin: origin, ...asked } }));
        expect([origin, address, method, corsOf(headers)]).toEqual([origin, address, method, {}]);
      }
});

test("the site's own origin and those in CORS_ORIGINS may call the API and upload, and each is echoed", async () => {
  const app = await createTestApp("sqlite", {
    config: { publicUrl: "https://example.com", corsOrigins: ["https://app.example", "http://localhost:5173"] },
  });

  for (const origin of ["https://example.com", "https://app.example", "http://localhost:5173"])
    for (const address of ["/api/faq/get-all", "/api/quote/get-all", "/api/faq/nobody", "/upload"]) {
      const answered = await headersOf(app.request(address, { headers: { Origin: origin } }));
      expect([address, answered]).toEqual([
        address,
        expect.objectContaining({ "access-control-allow-origin": origin, vary: "Origin" }),
      ]);
      expect(answered).not.toHaveProperty("access-control-allow-credentials");
      expect(answered["access-control-expose-headers"]).toContain("Retry-After");
      const preflight = await app.request(address, { method: "OPTIONS", headers: { Origin: origin, ...asked } });
      expect([address, preflight.status, await preflight.text()]).toEqual([address, 204, ""]);
      expect(Object.fromEntries(preflight.headers)).toMatchObject({
        "access-control-allow-origin": origin,
        "access-control-allow-methods": "GET, POST, PUT, DELETE",
        "access-control-allow-headers": expect.stringMatching(
          /^Authorization, Content-Type, Idempotency-Key, If-Match/,
        ),
        vary: "Origin",
      });
    }
  // Responses that a shared cache may pass on say that they depend on the origin, whoever requested them.
  expect((await headersOf(app.request("/api/openapi.json"))).vary).toContain("Origin");
  expect(corsOf(await headersOf(app.request("/", { headers: { Origin: "https://app.example" } })))).toEqual({});
});

test("an allowed origin can also read 503 and 413 responses, and its preflight is answered in an overload", async () => {
  const work = { ...httpLimits.work, maxWaitMs: 50 };
  const app = await createTestApp("sqlite", { config: { corsOrigins: ["https://app.example"] }, httpLimits: { work } });
  const config = { ...app.deps.config, port: 0 };
  const starting = await openPort(config, startingResponse(config));
  onTestFinished(() => starting.close(1_000));
  work.atOnce = 0;
  const from = (origin: string) => ({ headers: { Origin: origin, "Content-Type": "application/json" } });
  const ask = async (address: string, origin: string, init: RequestInit = {}) => {
    const { status, headers } = await fetch(address, { ...init, ...from(origin) });
    return [status, headers.get("Access-Control-Allow-Origin"), headers.get("Access-Control-Expose-Headers")];
  };
  const api = `${app.url}/api/faq/get-all`;
  const large = { method: "POST", body: "x".repeat(300_000) };

  for (const [origin, named, exposed] of [
    ["https://app.example", "https://app.example", "Retry-After, Content-Disposition, Office-Program"],
    ["https://evil.example", null, null],
  ] as const) {
    expect(await ask(api, origin)).toEqual([503, named, exposed]);
    expect(await ask(`${app.url}/api/quote/new`, origin, large)).toEqual([413, named, exposed]);
    expect(await ask(`http://127.0.0.1:${starting.port}/api/faq/get-all`, origin)).toEqual([503, named, exposed]);
  }
  expect((await ask(api, "https://app.example", { method: "OPTIONS" }))[0]).toBe(204);
});
