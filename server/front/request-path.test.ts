import { expect, test } from "vitest";
import { loggedPath, pathOf } from "./request-path.ts";

test.each([
  "/approve/SECRET",
  "/approve/SECRET/page",
  "/Newsletter/unsubscribe/SECRET",
  "/newsletter/confirm/SECRET",
  "/preview/SECRET",
  "/preview/SECRET/portfolio",
  "/backup/SECRET",
  "/sent/quote/SECRET",
  "/admin/invite/SECRET",
  "/admin/reset/SECRET",
  "//approve/SECRET",
  "/admin//reset//SECRET",
])("the secret in %s is not logged", (path) => {
  const logged = loggedPath(path);
  expect(logged).not.toContain("SECRET");
  expect(logged.endsWith("…")).toBe(true);
});

test.each(["/", "/details/3", "/api/quote/new", "/newsletter", "/admin/quote/abc"])("%s is logged as it is", (path) => {
  expect(loggedPath(path)).toBe(path);
});

test.each([
  ["/details/3?from=feed", "/details/3"],
  ["http://site.example/details/3", "/details/3"],
  ["//site.example/healthz", "//site.example/healthz"],
  ["/a b", "/a%20b"],
  ["*", "*"],
])("the path of %s is %s", (target, path) => {
  expect(pathOf(target)).toBe(path);
});
