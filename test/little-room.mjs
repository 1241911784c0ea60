// Loaded by tests before a command of the built product (node --import): on every disk one byte is free.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

fs.statfsSync = () => ({ bavail: 1, bsize: 1 });
syncBuiltinESMExports();
