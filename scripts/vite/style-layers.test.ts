import { expect, test } from "vitest";
import { styleLayers } from "./style-layers.ts";

const order = "@layer tokens, base, ui;\n";
const transformed = (id: string): string | undefined =>
  (styleLayers() as { transform: { handler(code: string, id: string): string | undefined } }).transform.handler(
    "a{}",
    id,
  );

test("components' style sheets are in their layer, those of public pages and global ones as they are", () => {
  for (const id of ["/app/ui/button.module.css", "/app/features/faq/faq-list.page.module.css?direct"])
    expect(transformed(id)).toBe(`${order}@layer ui {\na{}\n}`);
  for (const id of [
    "/app/site/layout/lap.module.css",
    "/app/features/faq/faq-accordion.site.module.css",
    "/app/ui/base.css",
  ])
    expect(transformed(id)).toBe(`${order}a{}`);
  expect(transformed("/node_modules/some/style.css")).toBeUndefined();
});
