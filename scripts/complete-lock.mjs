// A package with one binary package per platform lists them all; if a registry lacks some of them, npm writes a lock
// file without those, which `npm ci` then rejects as incomplete. This adds the missing ones, so that the lock file
// works everywhere. Run it after every dependency change: node scripts/complete-lock.mjs
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup.mjs";

const OS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const CPU = ["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];
const LIBC = { musl: "musl", musleabihf: "musl", gnu: "glibc", gnueabihf: "glibc" };

const file = path.join(root, "package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8"));
let added = 0;
for (const owner of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (lock.packages[place]) continue;
    lock.packages[place] = stub(name, version, owner.dev);
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en")));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} platform packages added to the lock file.`);

function stub(name, version, dev) {
  const words = name.split("/").at(-1).split(/[-_.]/);
  const os = OS.filter((word) => words.includes(word));
  const cpu = CPU.filter((word) => words.includes(word));
  const libc = words.flatMap((word) => LIBC[word] ?? []);
  if (!os.length || !cpu.length) throw new Error(`${name}: no platform to be read from its name.`);
  return { version, cpu, ...(dev && { dev }), ...(libc.length && { libc }), optional: true, os };
}
