import { expect, test } from "vitest";
import { testsOf } from "./tests-of.mjs";

test("testsOf finds a file's tests beside it or in its folder, and the end-to-end tests named after it", () => {
  expect(testsOf(["app/features/job/job.test.ts"])).toEqual({ tests: ["app/features/job/job.test.ts"], endToEnd: [] });
  expect(testsOf(["e2e/print.e2e.ts"])).toEqual({ tests: [], endToEnd: ["e2e/print.e2e.ts"] });
  expect(testsOf(["server/front/work-queue.ts"])).toEqual({ tests: ["server/front/work-queue.test.ts"], endToEnd: [] });
  expect(testsOf(["app/features/job/job-form.page.tsx"])).toEqual({
    tests: ["app/features/job/job.test.ts"],
    endToEnd: ["e2e/admin-manages-jobs.e2e.ts"],
  });
  expect(testsOf(["app/features/quote/inbox/lead-pane.tsx"]).tests).toEqual([
    "app/features/quote/inbox/lead-pane.office.test.tsx",
  ]);
  expect(testsOf(["app/site/print.ts", "app/site/career.page.tsx"]).endToEnd).toEqual([
    "e2e/print.e2e.ts",
    "e2e/career.e2e.ts",
  ]);
  expect(testsOf(["LICENSE"])).toEqual({ tests: [], endToEnd: [] });
});
