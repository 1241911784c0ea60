import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { formerDrawings } from "#db/seed/former-drawings.ts";
import { createTestApp, type TestApp } from "#test/app.ts";

const htmlOf = async (app: TestApp, path: string) => (await app.request(path)).text();

/** The drawings inside a document, whole, and the addresses of those that it loads. */
const drawingsIn = (html: string) => ({
  inlined: html.match(/<svg [^>]*data-drawing="[^"]*"[^>]*>.*?<\/svg>/gs) ?? [],
  loaded: [...html.matchAll(/<img[^>]* src="(\/art\/drawings\/[^"]*)"/g)].map(([, src = ""]) => src),
});

describe("the built-in drawings", () => {
  test("are inlined in the first screen within 10 KB in currentColor, and loaded as masks further down", async () => {
    const app = await createTestApp("sqlite", { seed: true });
    for (const [path, name, files] of [
      ["/", "01-learning-token-reward-hero-drawn", 6],
      ["/details/1", "02-agent-finder-drawn", 0],
      ["/about", "04-startup-investor-drawn", 0],
    ] as const) {
      const html = await htmlOf(app, path);
      const { inlined, loaded } = drawingsIn(html);
      expect([path, inlined.length, loaded.length]).toEqual([path, 1, files]);
      const [drawing = ""] = inlined;
      expect(drawing).toContain(`data-drawing="/art/drawings/${name}.svg"`);
      expect(brotliCompressSync(drawing).length).toBeLessThan(10_000);
      // Guides, frames and details; colour and animation come from the style sheet.
      expect(drawing.match(/<g>/g)).toHaveLength(3);
      for (const [stroke] of drawing.matchAll(/<path (?!d=)[^>]*>/g)) expect(stroke).toMatch(/pathLength="[\d.]+"/);
      expect(drawing).not.toMatch(/#[0-9a-f]{3}|style=/i);
      expect(drawing).toContain('stroke="currentColor"');
      for (const src of loaded) expect(html).toContain(`[src="${src}"]{--drawing:url(${src})}`);
      expect(html).not.toContain("drawn.webp");
    }
    // Its first screen is the table.
    const { inlined, loaded } = drawingsIn(await htmlOf(app, "/portfolio"));
    expect([inlined.length, loaded.length]).toEqual([0, 7]);
  });

  test("replace the picture files of earlier releases, whose URLs redirect to the drawings", async () => {
    const app = await createTestApp("sqlite", { seed: true });
    for (const [name, hash] of Object.entries(formerDrawings))
      for (const address of [`/pictures/${name}.webp`, `/uploads/${hash}.webp`, `/uploads/${hash}-640.avif`]) {
        const { status, headers } = await app.request(address);
        expect([address, status, headers.get("location")]).toEqual([address, 302, `/art/drawings/${name}.svg`]);
      }
    const [{ slug }] = (await app.call("GET", "/project/get-all")).body.data;
    const drawnImage = `/uploads/${formerDrawings["01-learning-token-reward-drawn"]}.webp`;
    await app.office("PUT", `/project/edit/${slug}`, { drawnImage });
    const edits = [{ path: "about.drawnImg", value: "/pictures/04-startup-investor-drawn.webp" }];
    await app.office("PUT", "/site/edit", { edits });

    expect(drawingsIn(await htmlOf(app, "/details/0")).inlined[0]).toContain("/01-learning-token-reward-drawn.svg");
    expect(drawingsIn(await htmlOf(app, "/about")).inlined[0]).toContain("/04-startup-investor-drawn.svg");
  });

  test("are part of the link preview image", async () => {
    const app = await createTestApp("sqlite", { seed: true });
    const share = async () => Buffer.from(await (await app.request("/share/details-0.png")).arrayBuffer());
    const withDrawing = await share();
    const [{ slug }] = (await app.call("GET", "/project/get-all")).body.data;
    await app.office("PUT", `/project/edit/${slug}`, { drawnImage: "" });

    expect((await share()).equals(withDrawing)).toBe(false);
  });
});
