import { globSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** What `npm test -- quick` leaves to the whole run: it starts processes, waits for time-outs, loads the machine, or is about PostgreSQL. */
const slow = [
  "app/platform/shared-rate-limit.test.ts",
  "db/{migrate/migrate,move/move}.test.ts",
  "scripts/{bare-machine,release}.test.ts",
  "process/backup/*.test.ts",
  "server/{connections,overload,request-body,work-queue}.test.ts",
  "server/{database-away,dead-connections,freshness,health}.test.ts",
  "process/images/image-process.test.ts",
  "server/{fuzz,hostile,image-cache,hundred-thousand,lead-orders,long-lists,long-run,query-plans}.test.ts",
  "process/{built-in,interrupted-start,last-resort,shutdown,start,upgrade}.test.ts",
  "test/{drill,torture}/*.test.ts",
];
for (const pattern of slow)
  if (globSync(pattern).length === 0) throw new Error(`vitest.config.ts: no test at ${pattern}`);

export default defineConfig({
  test: {
    include: ["{app,db,process,server,test,scripts}/**/*.test.{ts,tsx}"],
    ...(process.env.TEST_DATABASES === "sqlite" && { exclude: slow }),
    globalSetup: ["test/databases.setup.ts"],
    allowOnly: false,
    // They wait for databases and sockets more than they compute, but with more workers than cores low-priority processes
    // starve, and nothing is gained.
    maxWorkers: "100%",
    // They end what hangs, and nothing else: tests start real servers and hash real passwords, on machines that may be
    // busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    unstubEnvs: true,
  },
});
