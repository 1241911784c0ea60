import fs from "node:fs";
import path from "node:path";
import { programFolder } from "./data-location.ts";

const root = path.resolve(import.meta.dirname, "..");

/** The POSIX utilities that npm, git and a browser's launcher call. No compiler, no Python. */
const POSIX = [
  ...[
    "sh",
    "env",
    "cat",
    "ls",
    "cp",
    "mv",
    "rm",
    "mkdir",
    "rmdir",
    "ln",
    "chmod",
    "touch",
    "find",
    "xargs",
    "sed",
    "grep",
  ],
  ...[
    "tr",
    "cut",
    "head",
    "tail",
    "sort",
    "uniq",
    "wc",
    "dirname",
    "basename",
    "expr",
    "uname",
    "id",
    "date",
    "sleep",
    "ps",
  ],
];

/** Environment variables that access to the registry may need: a proxy, certificates, another registry. */
const NETWORK =
  /^(?:(?:https?|no|all)_proxy|npm_config_(?:.*registry|.*proxy|cafile)|node_extra_ca_certs|ssl_cert_\w+)$/i;

export interface BareMachine {
  /** A fresh copy of the checkout, without anything installed or built, in a folder as people name them. */
  checkout: string;
  /** PATH contains only Node, npm, git and the POSIX tools; HOME, and thus npm's cache, is empty. */
  environment: Record<string, string>;
}

/** A machine on which nothing has been run yet, removed after the test. */
export function bareMachine(): BareMachine {
  const folder = programFolder();
  const checkout = path.join(folder, "Büro's site (1) 100%");
  const bin = path.join(folder, "bin");
  const home = path.join(folder, "home");
  fs.mkdirSync(bin);
  fs.mkdirSync(home);
  // npm reports the machine's own Node and npm: on PATH the checkout's own Node may come first.
  const { npm_node_execpath: node = findProgram("node"), npm_execpath: npm = findProgram("npm") } = process.env;
  const programs = { node, npm, ...Object.fromEntries(["git", ...POSIX].map((name) => [name, findProgram(name)])) };
  for (const [name, program] of Object.entries(programs)) if (program) fs.symlinkSync(program, path.join(bin, name));
  copySources(checkout);
  const network = Object.entries(process.env).filter(([name]) => NETWORK.test(name));
  return { checkout, environment: { ...Object.fromEntries(network), PATH: bin, HOME: home } as Record<string, string> };
}

function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder && !folder.startsWith(root));
  return folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
}

/** Like a clone with all changes committed; the checkout may lack its git folder. */
function copySources(to: string): void {
  const ignored = fs.readFileSync(path.join(root, ".gitignore"), "utf8").split("\n").filter(Boolean);
  const left = new Set([".git", ...ignored.map((line) => line.replace(/\/$/, ""))]);
  const isLeft = (file: string) =>
    left.has(path.relative(root, file)) || path.basename(file) === "node_modules" || file.endsWith(".woff2");
  fs.cpSync(root, to, { recursive: true, filter: (file) => !isLeft(file) });
}
