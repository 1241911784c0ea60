// A reporter for Vitest: writes the errors outside all tests, such as unhandled rejections, which its JSON report lacks.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup.mjs";

export const errorsFile = path.join(root, "test-results/vitest-errors.json");

export default class UnhandledErrorsReporter {
  onTestRunEnd(_modules, errors) {
    writeFileSync(errorsFile, JSON.stringify(errors.map(({ name, message, stack }) => ({ name, message, stack }))));
  }
}
