// `npm run release`: creates one archive that runs with only Node, on machines of this platform: no npm, no build, no
// network.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { buildIfStale } from "./build.mjs";
import { fromCaller, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

/** The server bundle's external packages (vite.config.ts), except vite, which only `npm run dev` loads. */
const packages = ["better-sqlite3", "sharp", "harfbuzzjs", "nodemailer", "pg", "@bradenmacdonald/s3-lite-client"];

/** Files that the running product or its operator reads in addition to `dist/`: only what works without a checkout. */
const files = [
  "db/seed/pictures",
  "public/art",
  "app/site/seo/share/archivo.ttf",
  "LICENSE",
  "deploy/jorna.service",
  "deploy/nginx.conf",
  "deploy/Caddyfile",
];

/** Documents, by the sections that hold without a checkout; `undefined`: all but those in `checkoutOnly`. */
const documents = { "README.md": ["Settings", "Limits"], "docs/operating.md": undefined, "CHANGELOG.md": undefined };
const checkoutOnly = ["From a checkout"];

/** Parts of packages that no running program reads: sources to compile, types, and binaries of other platforms. */
const leftOut = [
  /better-sqlite3\/(deps|src|build|binding\.gyp)/,
  /\/(README|CHANGELOG|HISTORY)[^/]*$/i,
  /\.(d\.[cm]?ts|map|md|markdown)$/,
  /sharp\/(src|install)\//,
  /\.o$/,
  /s3-lite-client\/(.*\.ts|\..*)$/,
];

await inRightNode({ withTools: true });
await buildIfStale();

const { name, version: next } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
// Without a repository, the version alone.
const { stdout: commit } = spawnSync("git", ["rev-parse", "--short=8", "HEAD"], { cwd: root, encoding: "utf8" });
const version = commit ? `${next}+${commit.trim()}` : next;
const title = `${name}-${version}-${process.platform}-${process.arch}`;
const target = fromCaller(process.argv[2] ?? path.join(root, ".runtime/release"));
const staging = path.join(root, ".runtime/release-staging");
const folder = path.join(staging, title);

rmSync(staging, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
mkdirSync(target, { recursive: true });
cpSync(path.join(root, "dist"), path.join(folder, "dist"), { recursive: true });
for (const file of files) cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
for (const [file, sections] of Object.entries(documents)) writeDocument(file, sections);
for (const file of ["jorna.mjs", "server-process.mjs"])
  cpSync(path.join(root, "scripts/release", file), path.join(folder, file));
for (const each of closure(packages)) copyPackage(each);
writeFileSync(
  path.join(folder, "package.json"),
  `${JSON.stringify({ name, version, private: true, type: "module", engines: { node: ">=24.14.1" } }, undefined, 2)}\n`,
);

const archive = path.join(target, `${title}.tar.gz`);
// Installed by now.
const tar = await import("tar");
await tar.create({ gzip: true, portable: true, file: `${archive}.part`, cwd: staging }, [title]);
renameSync(`${archive}.part`, archive);
const sum = createHash("sha256").update(readFileSync(archive)).digest("hex");
writeFileSync(`${archive}.sha256`, `${sum}  ${path.basename(archive)}\n`);
const unpackedMB = (sizeOf(folder) / 1e6).toFixed(1);
rmSync(staging, { recursive: true, force: true });
console.log(`${archive}: ${(statSync(archive).size / 1e6).toFixed(1)} MB, unpacked ${unpackedMB} MB.`);

/** Writes a document with the release's own commands, without the other sections and without links to what it lacks. */
function writeDocument(file, wanted) {
  const [head, ...sections] = readFileSync(path.join(root, file), "utf8").split(/^(?=## )/m);
  const isWanted = (section) => {
    const title = /^## (.*)/.exec(section)[1];
    return wanted?.includes(title) ?? !checkoutOnly.includes(title);
  };
  const begun = wanted
    ? `# ${name} ${version}\n\nStart it with \`node jorna.mjs\`; docs/operating.md says the rest.\n\n`
    : head;
  const text = [begun, ...sections.filter(isWanted)]
    .join("")
    .replaceAll(/npm run (admin|backup|restore|move|upgrade)\b(?: --(?= ))?/g, "node jorna.mjs $1")
    .replaceAll("npm start", "node jorna.mjs")
    .replaceAll(/!?\[([^\]]*)\]\(([^)#:]+)(#[^)]*)?\)/g, (link, words, target) =>
      [...files, ...Object.keys(documents)].includes(path.join(path.dirname(file), target)) ? link : words,
    );
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

/** These packages with all their dependencies, as installed. */
function closure(names, found = new Set()) {
  for (const each of names) {
    const manifest = path.join(root, "node_modules", each, "package.json");
    // An optional package for another platform.
    if (found.has(each) || !existsSync(manifest)) continue;
    found.add(each);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(manifest, "utf8"));
    // Headers for compiling, which is never done.
    closure(
      [...Object.keys(dependencies), ...Object.keys(optionalDependencies)].filter((need) => need !== "node-addon-api"),
      found,
    );
  }
  return found;
}

function copyPackage(each) {
  const from = path.join(root, "node_modules", each);
  const isWanted = (file) => {
    const inside = path.relative(path.join(root, "node_modules"), file).split(path.sep).join("/");
    const prebuilt = /\/prebuilds\/(\w+)-(\w+)\.node$/.exec(inside);
    if (prebuilt) return prebuilt[1].startsWith(process.platform) && prebuilt[2] === process.arch;
    return !leftOut.some((pattern) => pattern.test(inside));
  };
  cpSync(from, path.join(folder, "node_modules", each), { recursive: true, dereference: true, filter: isWanted });
}

function sizeOf(place) {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}
