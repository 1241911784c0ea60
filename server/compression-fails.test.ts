import zlib from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestApp } from "#test/app.ts";

test("what cannot be compressed is sent uncompressed: pages, back office, feed, API description and lists", async () => {
  const app = await createTestApp("sqlite", { seed: true });
  const compressor = vi
    .spyOn(zlib, "gzip")
    .mockImplementation(((...given: unknown[]) =>
      (given.at(-1) as zlib.CompressCallback)(new Error("out of memory"), Buffer.alloc(0))) as typeof zlib.gzip);
  onTestFinished(() => compressor.mockRestore());
  const paths = ["/about", "/admin/login", "/feed.xml", "/api/openapi.json", "/api/project/get-all"];
  const ask = async (path: string) => {
    const response = await app.request(path, { headers: { "Accept-Encoding": "gzip" } });
    expect((await response.text()).length).toBeGreaterThan(200);
    return [path, response.status, response.headers.get("Content-Encoding")];
  };

  for (const path of paths) expect(await ask(path)).toEqual([path, 200, null]);
  expect(app.logged.filter((line) => line.includes("sent uncompressed"))).toHaveLength(4);
  compressor.mockRestore();
  for (const path of paths) expect(await ask(path)).toEqual([path, 200, "gzip"]);
});
