// The commands that run one program on a fresh build: `npm run backup -- FILE` is `node scripts/command.mjs backup FILE`.
import path from "node:path";
import { findBrowser } from "./browser.mjs";
import { buildIfStale } from "./build.mjs";
import { become, fromCaller, inRightNode } from "./run.mjs";
import { root } from "./setup.mjs";

const production = () => ({ NODE_ENV: "production" });

/** `notPath`: the arguments that name no file or folder; without it none does. */
const commands = {
  // `list`, `reset <e-mail>`: manages administrators from the server's console, whether or not the site is running.
  admin: { program: "dist/server/admin.js", env: production },
  // `FILE`: backs up the whole site to one file, whether or not it is running.
  backup: { program: "dist/server/backup.js", env: production, notPath: /^-/ },
  // `FILE`, `s3://BUCKET/KEY`: restores the site of a backup to an empty location.
  restore: { program: "dist/server/restore.js", env: production, notPath: /^(-|s3:\/\/)/ },
  // `--from PLACE --to PLACE`: moves a whole site from SQLite to PostgreSQL or back.
  move: { program: "dist/server/move.js", env: production, notPath: /^(-|postgres(ql)?:)/ },
  // `--check` or nothing: upgrades an earlier build's database to this build's schema.
  upgrade: { program: "dist/server/upgrade.js", env: production },
  // Measures in the full browser that visitors use.
  bench: {
    program: "bench/bench.ts",
    withTools: true,
    env: async () => ({ CHROMIUM_PATH: await findBrowser({ isFull: true }) }),
  },
  // Kills the built product a hundred times on each database while visitors send messages.
  torture: { program: "test/torture/main.ts", withTools: true },
  // Three instances on PostgreSQL behind a load balancer, and everything that can happen to them.
  drill: { program: "test/drill/main.ts", withTools: true },
};

const [name, ...words] = process.argv.slice(2);
const { program, withTools, env, notPath = /^/ } = commands[name];

await inRightNode({ withTools });
await buildIfStale();
const args = words.map((word) => (notPath.test(word) ? word : fromCaller(word)));
become([path.join(root, program), ...args], { ...process.env, ...(await env?.()) });
