import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { cachedResponse, compress, responseOf } from "./cached-response.ts";

const text = Buffer.from("A page. ".repeat(500));
const asked = (encoding: string) => new Request("http://site.example/", { headers: { "Accept-Encoding": encoding } });

for (const [encoding, unpack] of [
  ["gzip", gunzipSync],
  ["br", brotliDecompressSync],
] as const)
  test(`if ${encoding} compression fails, it is retried, and meanwhile the page is sent uncompressed`, async () => {
    const page = cachedResponse(200, { "Content-Type": "text/html" }, { identity: text }, true);
    const { identity } = page.variants;
    // A body that cannot be compressed simulates a compressor running out of memory.
    page.variants.identity = { ...identity, body: {} as Buffer };
    const error = vi.fn();
    const log = { debug() {}, info() {}, warn() {}, error };
    await Promise.all([compress(log, "/", page, encoding), compress(log, "/", page, encoding)]);
    expect(error.mock.calls.map(([event]) => event)).toEqual(["sent uncompressed", "sent uncompressed"]);
    page.variants.identity = identity;
    expect(await responseOf(asked(encoding), page).text()).toBe(text.toString());

    await compress(log, "/", page, encoding);

    const response = responseOf(asked(encoding), page);
    expect(response.headers.get("Content-Encoding")).toBe(encoding);
    expect(unpack(Buffer.from(await response.arrayBuffer()))).toEqual(text);
  });
