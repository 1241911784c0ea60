import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { SourceMap } from "node:module";
import os from "node:os";
import path from "node:path";
import { freePort } from "../../test/free-port.ts";
import { office, type Product, startProduct } from "../product.ts";
import { type Figure, round, type Section } from "../report.ts";

// What there is to understand: lines by area, files in a folder, and the product's own functions that one call runs.

/** The parts of the product by the paths of their files; the first that fits counts. */
const areas: [name: string, paths: RegExp][] = [
  ["CSS", /\.css$/],
  [
    "content and its memories",
    /^app\/(platform\/content|features\/(content|revision|draft|preview|approval|page-editing|trash|sort-order|activity|site-as-of|site-content))\//,
  ],
  ["inbox", /^app\/(platform\/inbox|features\/(quote|subscription|mail|data-subject))\//],
  ["back-office components", /^app\/(ui\/admin|admin)\//],
  ["HTTP front and server", /^server\//],
  ["database", /^db\//],
  ["public site", /^app\/(site|ui)\//],
  ["process and scripts", /^(process|scripts|art)\//],
  ["the rest of app", /^app\//],
];

const isTest = (file: string) =>
  /\.(test|e2e)\.tsx?$|^(test|e2e|bench)\/|\.d\.mts$/.test(file) || /^db\/seed\/pictures\//.test(file);

/** The figures of the house. `product`: its data folder is used for a process whose calls are followed. */
export async function house(product: Product): Promise<Section> {
  const files = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n").filter(fs.existsSync);
  const code = files.filter((file) => /\.(ts|tsx|mjs|js|css|mts)$/.test(file) && !file.startsWith("public/"));
  const lines = (some: string[]) =>
    some.reduce((sum, file) => sum + fs.readFileSync(file, "utf8").split("\n").length - 1, 0);
  const own = code.filter((file) => !isTest(file));
  const rest = new Set(own);
  const byArea: Figure[] = areas.map(([what, paths]) => {
    const here = [...rest].filter((file) => paths.test(file));
    for (const file of here) rest.delete(file);
    return { what: `Lines: ${what}`, value: round(lines(here)), against: `${here.length} files` };
  });
  const folders = Map.groupBy(own, (file) => path.dirname(file));
  const [fullest = "", inFullest = []] = [...folders].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const words = files
    .filter((file) => file.endsWith(".md"))
    .reduce((sum, file) => sum + (fs.readFileSync(file, "utf8").match(/\S+/g)?.length ?? 0), 0);
  const { ofQuote, ofTitle } = await functionsRun(product);
  return {
    title: "The house",
    figures: [
      figure("Lines of the product, tests apart", lines(own), 56_000),
      ...byArea,
      figure("Lines of tests", lines(code.filter(isTest)), 33_000),
      figure("Words of Markdown", words, 20_000),
      { ...figure("Files in one folder", inFullest.length, 40), against: fullest },
      figure("Own functions that one quote runs", ofQuote, 60),
      figure("Own functions that saving one title runs", ofTitle, 70),
    ],
  };
}

const figure = (what: string, value: number, most: number): Figure => ({
  what,
  value: round(value),
  goal: `at most ${round(most)}`,
  holds: value <= most,
});

/**
 * Counted by V8 in the built server; each call has been made before. A function is the product's own if the source map
 * of the same build leads to a file outside the packages.
 */
async function functionsRun({ dataDir }: Product): Promise<{ ofQuote: number; ofTitle: number }> {
  const port = await freePort();
  const copy = fs.mkdtempSync(`${dataDir}-house-`);
  fs.cpSync(dataDir, copy, { recursive: true });
  const product = await startProduct(copy, { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });
  let close = (): void => {};
  try {
    const call = await office(product.url);
    const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
      webSocketDebuggerUrl: string;
    }[];
    const inspector = await connect(target?.webSocketDebuggerUrl ?? "");
    close = inspector.close;
    const { ask } = inspector;
    await ask("Profiler.enable");
    const isOwn = ownFunctions();
    await ask("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    const run = async (work: (n: number) => Promise<unknown>): Promise<number> => {
      for (const n of [1, 2]) await work(n);
      await ask("Profiler.takePreciseCoverage");
      await work(3);
      const { result } = (await ask("Profiler.takePreciseCoverage")) as { result: Coverage[] };
      return result
        .filter(({ url }) => url.includes("/dist/server/"))
        .flatMap(({ url, functions }) =>
          functions.filter(
            ({ functionName, ranges: [range] }) => functionName !== "" && range?.count && isOwn(url, range.startOffset),
          ),
        ).length;
    };
    const quote = (n: number) => ({
      fullName: "Ada Lovelace",
      email: "ada@example.com",
      phoneNumber: "+44 20 7946 0000",
      message: `${n}`,
    });
    const ofQuote = await run((n) => call("POST", "/quote/new", quote(n)));
    const { data } = (await call("GET", "/project/get-all")) as { data: { slug: string }[] };
    const ofTitle = await run((n) => call("PUT", `/project/edit/${data[0]?.slug}`, { title: `Title ${n}` }));
    return { ofQuote, ofTitle };
  } finally {
    // A process that is looked into would not end.
    close();
    await product.stop();
    fs.rmSync(copy, { recursive: true, force: true });
  }
}

interface Coverage {
  url: string;
  functions: { functionName: string; ranges: { count: number; startOffset: number }[] }[];
}

/** Builds the server once more, with source maps. @returns whether what stands at an offset of a file is the product's */
function ownFunctions(): (url: string, offset: number) => boolean {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "house-"));
  const build = ["build", "--mode", "server", "--sourcemap", "hidden", "--logLevel", "error", "--outDir", folder];
  execFileSync(process.execPath, ["node_modules/vite/bin/vite.js", ...build]);
  const read = (name: string) => fs.readFileSync(path.join(folder, name), "utf8");
  const maps = (fs.readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.endsWith(".js.map"));
  const files = new Map(
    maps.map((name) => {
      const file = name.slice(0, -".map".length);
      return [file, { code: read(file), map: new SourceMap(JSON.parse(read(name))) }] as const;
    }),
  );
  fs.rmSync(folder, { recursive: true });
  return (url, offset) => {
    const file = files.get(url.split("/dist/server/")[1] ?? "");
    if (!file) throw new Error(`${url} is not in the build that has source maps.`);
    const before = file.code.slice(0, offset);
    const line = before.split("\n").length - 1;
    const origin = file.map.findEntry(line, offset - before.lastIndexOf("\n") - 1);
    return "originalSource" in origin && !origin.originalSource.includes("node_modules");
  };
}

/** @returns `ask`: sends a command of the inspector's protocol and resolves with its result */
async function connect(address: string) {
  const socket = new WebSocket(address);
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  let last = 0;
  const ask = (method: string, params = {}): Promise<unknown> =>
    new Promise((resolve) => {
      const id = ++last;
      socket.addEventListener("message", function heard({ data }) {
        const answer = JSON.parse(data as string) as { id?: number; result: unknown };
        if (answer.id !== id) return;
        socket.removeEventListener("message", heard);
        resolve(answer.result);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  return { ask, close: () => socket.close() };
}
