import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,db,server,test,scripts}/**/*.test.{ts,tsx}"],
    globalSetup: ["test/postgres.setup.ts"],
    allowOnly: false,
    // They wait for databases and sockets more than they compute.
    maxWorkers: "100%",
    // Tests start real servers and hash real passwords, on machines that may be busy.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Tests over real servers and time-outs, on machines that may be busy.
    retry: 1,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
