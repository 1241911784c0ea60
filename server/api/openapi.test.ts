import { expect } from "vitest";
import { z } from "zod";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { createTestApp, type TestApp, test } from "#test/app.ts";
import { charles, makeDetail, makeEntry, makeFaq, makeJob, makeProject, makeQuote, makeReview } from "#test/make.ts";
import { allRoutes } from "./api.ts";

const unspecifiedTypes = contentTypes.filter(({ specified }) => specified === undefined);

// biome-ignore lint/suspicious/noExplicitAny: a document whose structure is what is tested
type Json = any;

async function description(app: TestApp): Promise<Json> {
  const response = await app.request("/api/openapi.json");
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "application/json; charset=utf-8"]);
  return response.json();
}

test("/api/openapi.json describes exactly the endpoints that exist", async () => {
  const { openapi, info, servers, paths } = await description(await createTestApp("sqlite"));

  expect(openapi).toMatch(/^3\.1\.\d$/);
  expect(info).toMatchObject({ title: expect.stringMatching(/\w/), version: expect.stringMatching(/\w/) });
  expect(servers).toEqual([{ url: "http://site.example" }]);
  const described = Object.entries<Json>(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  const endpoints = allRoutes.map(
    ({ path, endpoint }) => `${endpoint.method.toLowerCase()} ${path.replace(/:(\w+)/g, "{$1}")}`,
  );
  expect(described.sort()).toEqual(endpoints.sort());
});

test("every operation is valid OpenAPI 3.1: path parameters, request body, responses", async () => {
  const { paths, components } = await description(await createTestApp("sqlite"));

  for (const [path, item] of Object.entries<Json>(paths))
    for (const [method, operation] of Object.entries<Json>(item)) {
      const name = `${method} ${path}`;
      expect([name, operation.summary]).toEqual([name, expect.stringMatching(/\w/)]);
      expect([name, operation.operationId]).toEqual([name, expect.stringMatching(/^(get|post|put|delete)[A-Z]\w+$/)]);
      expect([name, operation.tags]).toEqual([name, [path.replace("/api", "").split("/")[1]]]);
      const inPath = operation.parameters.filter((parameter: Json) => parameter.in === "path");
      expect([name, inPath.map((parameter: Json) => parameter.name)]).toEqual([
        name,
        [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key),
      ]);
      expect([name, inPath.every((parameter: Json) => parameter.required === true)]).toEqual([name, true]);
      for (const parameter of operation.parameters) {
        expect(["path", "query", "header"]).toContain(parameter.in);
        expect([name, typeof parameter.schema]).toEqual([name, "object"]);
      }
      const keys = operation.parameters.map((parameter: Json) => `${parameter.in} ${parameter.name}`);
      expect([name, new Set(keys).size]).toEqual([name, keys.length]);
      expect([name, "requestBody" in operation && method === "get"]).toEqual([name, false]);
      expect([name, Object.keys(operation.responses).some((status) => /^20[01]$/.test(status))]).toEqual([name, true]);
      for (const [status, response] of Object.entries<Json>(operation.responses)) {
        expect([name, status]).toEqual([name, expect.stringMatching(/^[2-5]\d\d$/)]);
        expect([name, status, response.description]).toEqual([name, status, expect.stringMatching(/\w/)]);
      }
    }
  const references = [...JSON.stringify(paths).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to);
  for (const to of new Set(references)) {
    expect(to).toMatch(/^#\/components\/schemas\/\w+$/);
    expect(components.schemas).toHaveProperty(to?.split("/").at(-1) ?? "");
  }
});

test("exactly the back-office operations require a bearer token", async () => {
  const { paths, components } = await description(await createTestApp("sqlite"));

  expect(components.securitySchemes.token).toEqual({ type: "http", scheme: "bearer" });
  for (const { path, endpoint, access } of allRoutes) {
    const operation = paths[path.replace(/:(\w+)/g, "{$1}")][endpoint.method.toLowerCase()];
    expect([path, operation.security]).toEqual([path, access === "admin" ? [{ token: [] }] : []]);
    expect([path, "401" in operation.responses]).toEqual([path, access === "admin" || path.endsWith("/login")]);
  }
});

test("GET responses and errors match the described schemas", async ({ app }) => {
  const { paths } = await description(app);
  const project = await makeProject(app, { seam: 40 });
  const detail = await makeDetail(app, project);
  const [job, faq, review, quote] = [
    await makeJob(app),
    await makeFaq(app, { bullets: ["One"] }),
    await makeReview(app),
    await makeQuote(app, charles),
  ];
  await app.call("POST", "/subscription/subscribe", { email: "ada@example.com" });
  const values: Record<string, string> = {
    project: project.slug,
    job: job.slug,
    faq: faq.slug,
    review: review.slug,
    quote: quote.slug,
  };
  const [newest] = (await app.office("GET", "/activity/get-all")).body.data;
  for (const type of unspecifiedTypes) values[type.path] = (await makeEntry(type)(app)).slug;

  for (const [path, item] of Object.entries<Json>(paths)) {
    const schema = item.get?.responses["200"].content["application/json"]?.schema;
    if (!schema) continue;
    const noun = path.split("/")[2] ?? "";
    const address = path
      .replace("/api", "")
      .replace("{slug}", values[noun] ?? project.slug)
      .replace("{detailId}", detail._id)
      .replace("{id}", newest.id)
      .replace("{noun}", "project");
    const query = path.endsWith("/differences") ? "?at=2026-01-01T00:00:00Z" : "";
    const { status, body } = await app.office("GET", address + query);
    expect([address, status]).toEqual([address, 200]);
    expect([address, z.fromJSONSchema(schema).safeParse(body).error?.issues]).toEqual([address, undefined]);
  }
  const error = (await app.call("GET", "/faq/nobody")).body;
  const { components } = await description(app);
  expect(z.fromJSONSchema(components.schemas.Error).safeParse(error).success).toBe(true);
});

test("If-Match is described exactly where saving over a newer version is rejected", async () => {
  const { paths } = await description(await createTestApp("sqlite"));
  const takes = (operation: Json) => operation.parameters.some((parameter: Json) => parameter.name === "If-Match");

  const versioned = Object.entries<Json>(paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).flatMap(([method, operation]) => (takes(operation) ? [`${method} ${path}`] : [])),
  );

  const expected = [
    "put /api/faq/edit/{slug}",
    "put /api/history/{noun}/{slug}",
    ...unspecifiedTypes.map(({ path }) => `put /api/${path}/edit/{slug}`),
    "put /api/job/{slug}",
    "put /api/sort-order/{noun}",
    "put /api/project/detail/edit/{slug}/{detailId}",
    "put /api/project/edit/{slug}",
    "put /api/review/edit/{slug}",
  ];
  expect(versioned.sort()).toEqual(expected.sort());
});
