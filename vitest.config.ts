import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { styleLayers } from "./scripts/vite/style-layers.ts";
import { launchOptions } from "./test/browser-launch.ts";
import { siteCommands } from "./test/office/site-commands.ts";

/** Tests of the whole back office in a browser, against the built product. */
const officeTests = "app/**/*.office.test.{ts,tsx}";

/**
 * What `npm test -- quick` leaves to the whole run: it starts processes, waits for time-outs, measures time, loads the
 * machine, or is about PostgreSQL.
 */
const slow = [
  officeTests,
  "app/features/{mail/start-mail-worker,user/login/login-timing}.test.ts",
  "app/platform/{content/same-moment,rate-limit/shared-rate-limit}.test.ts",
  "db/{data-dir/site-database,migrate/migrate,move/move,sqlite/driver,sqlite/vacuum}.test.ts",
  "scripts/{bare-machine,release,test-reports}.test.ts",
  "process/backup/*.test.ts",
  "server/{front/{connections,overload,work-queue},api/request-body}.test.ts",
  "server/{database-away,dead-connections,freshness,health}.test.ts",
  "process/images/image-process.test.ts",
  "server/{fuzz,hostile,files/image-cache,hundred-thousand,lead-orders,long-lists,long-run,query-plans}.test.ts",
  "process/{built-in,dev,interrupted-start,fatal-errors,shutdown,start,upgrade}.test.ts",
  "test/{drill,torture}/*.test.ts",
];
const slowFiles = new Set(slow.flatMap(filesOf));

/** Tests that replace a module (`vi.mock`), which all files that run in the same worker would share. */
const replacingModules = ["app/features/content/new-type.test.ts"];

function filesOf(pattern: string): string[] {
  const files = globSync(pattern);
  if (files.length === 0) throw new Error(`vitest.config.ts: no test at ${pattern}`);
  return files.map((file) => path.resolve(file));
}

/** Runs the slow files first, so that no core idles at the end while another finishes one of them. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isSlow = ({ moduleId }: TestSpecification) => slowFiles.has(moduleId);
    const others = files.filter((file) => !isSlow(file));
    return [...(await super.sort(files.filter(isSlow))), ...(await super.sort(others))];
  }
}

const isQuick = process.env.TEST_DATABASES === "sqlite";

/** They end what hangs, and nothing else: tests start real servers and hash real passwords, on machines that may be busy. */
const common = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 90_000 } },
  // The list of failures at the end shows messages alone, without Vitest's comparison.
  chaiConfig: { truncateThreshold: 1_000 },
  restoreMocks: true,
};

const node = {
  ...common,
  globalSetup: ["test/databases.setup.ts"],
  setupFiles: ["test/each-file.setup.ts"],
  unstubEnvs: true,
  // React as visitors get it. The development one records a stack for every element.
  env: { NODE_ENV: "production" },
};
const productionJsx = { oxc: { jsx: { runtime: "automatic", development: false } } } as const;

export default defineConfig({
  test: {
    allowOnly: false,
    // They also wait for databases, sockets and processes. With more workers than this, low-priority processes starve.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        ...productionJsx,
        test: {
          ...node,
          name: "node",
          include: ["{app,db,process,server,test,scripts}/**/*.test.{ts,tsx}"],
          exclude: [...replacingModules, "**/*.{browser,office}.test.{ts,tsx}", ...(isQuick ? slow : [])],
          // The files of a worker share the product's modules: loading and compiling them anew for each file took as
          // long as the tests themselves.
          isolate: false,
        },
      },
      { ...productionJsx, test: { ...node, name: "node, replacing modules", include: replacingModules } },
      {
        plugins: [react(), styleLayers()],
        // What is found late is optimized late, and the page reloads in the middle of a test.
        optimizeDeps: {
          entries: ["app/{admin,approval-page}/*.{ts,tsx}", "app/features/*/*.page.tsx", "test/office/*.{ts,tsx}"],
        },
        test: {
          ...common,
          name: "browser",
          include: ["app/**/*.browser.test.{ts,tsx}", officeTests],
          exclude: isQuick ? slow : [],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 720 },
            commands: siteCommands,
            provider: playwright({ launchOptions, contextOptions: { reducedMotion: "reduce" } }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
