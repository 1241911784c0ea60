// `npm run check`: format, lint, dependency rules and types, in parallel. `npm run check -- --fix` fixes what can be
// fixed.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

const tool = (file) => path.join(root, "node_modules", file);
const biome = tool("@biomejs/biome/bin/biome");
const folders = ["app", "db", "process", "server", "test", "e2e"].filter((name) => existsSync(path.join(root, name)));

const steps = {
  format: [biome, "check", "--linter-enabled=false", "--reporter=summary"],
  lint: [biome, "lint", "--max-diagnostics=50"],
  dependencies: [
    tool("dependency-cruiser/bin/dependency-cruiser.mjs"),
    "--config",
    ".dependency-cruiser.cjs",
    ...folders,
  ],
  types: [
    tool("@typescript/native/bin/tsc"),
    "--noEmit",
    "--incremental",
    "--tsBuildInfoFile",
    ".runtime/types.tsbuildinfo",
  ],
};

/** Runs every step, prints its findings, and returns how many passed, and `{ title, message }` of those that did not. */
export async function check() {
  const results = await Promise.all(Object.entries(steps).map(([name, args]) => runStep(name, args)));
  const failures = results.filter((failure) => failure !== undefined);
  return { passed: results.length - failures.length, failures };
}

async function runStep(name, args) {
  const begun = Date.now();
  const { code, output } = await listen(args);
  const took = `${((Date.now() - begun) / 1000).toFixed(1)} s`;
  console.log(code === 0 ? `✓ ${name} (${took})` : `✗ ${name} (${took})\n${output}`);
  return code === 0 ? undefined : { title: `check: ${name}`, message: output };
}

function listen(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await inRightNode({ withTools: true });
  if (process.argv.includes("--fix"))
    spawnSync(process.execPath, [biome, "check", "--write", "--linter-enabled=false"], { cwd: root, stdio: "inherit" });
  const { failures } = await check();
  if (failures.length > 0) console.log("\nnpm run check -- --fix fixes the format.");
  process.exit(failures.length > 0 ? 1 : 0);
}
