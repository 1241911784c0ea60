// Starts a release, or runs one of its commands, with only Node: `node jorna.mjs`, `node jorna.mjs backup FILE` …
import { existsSync, lstatSync, mkdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { mallocEnvironment, nodeArguments } from "./server-process.mjs";

const oldest = [24, 14, 1];
const commands = ["admin", "backup", "restore", "move", "upgrade"];

const found = process.versions.node.split(".").map(Number);
const place = oldest.findIndex((part, index) => found[index] !== part);
if (place >= 0 && found[place] < oldest[place])
  stop(`This needs Node ${oldest.join(".")} or newer, and this is ${process.versions.node}.`);

const folder = import.meta.dirname;
const [word, ...rest] = process.argv.slice(2);
if (word === "--version") {
  console.log(JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")).version);
  process.exit(0);
}
const isCommand = commands.includes(word);
if (word !== undefined && word !== "start" && !isCommand)
  stop(`There is no command ${word}. There are: start (also without a word), ${commands.join(", ")}.`);

const program = path.join(folder, "dist/server", `${isCommand ? word : "main"}.js`);
if (!existsSync(program)) stop(`${program} is missing. Unpack the release again.`);
const env = {
  // Caches compiled code between starts, if there is a writable folder for it.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? cacheFolder(),
  ...mallocEnvironment,
  ...process.env,
  NODE_ENV: "production",
};
const args = isCommand ? [program, ...rest] : [...nodeArguments, program];
// No shell or parent process remains: signals and exit code are its own.
process.execve(process.execPath, [process.execPath, ...args], env);

function cacheFolder() {
  const user = process.getuid?.();
  const cache = path.join(os.tmpdir(), `jorna-compiled-${user ?? 0}`);
  try {
    mkdirSync(cache, { mode: 0o700, recursive: true });
    // The name can be guessed, and what is in the folder is run: it has to be nobody else's.
    const found = lstatSync(cache);
    const isPrivate = found.uid === user && (found.mode & 0o777) === 0o700;
    return found.isDirectory() && (isPrivate || user === undefined) ? cache : "";
  } catch {
    return "";
  }
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
