// `npm run sbom`: what production is made of, as CycloneDX JSON on standard output (https://cyclonedx.org), by npm itself.
import { spawnSync } from "node:child_process";
import { root } from "./setup.mjs";

const args = ["sbom", "--omit=dev", "--package-lock-only", "--sbom-format=cyclonedx", "--loglevel=error"];
const { status, error } = spawnSync("npm", args, { cwd: root, stdio: "inherit" });
if (error) console.error(error.message);
process.exitCode = status ?? 1;
