import type { TestProject } from "vitest/node";
import { makePostgres } from "./postgres.ts";

/** One PostgreSQL for the whole run: TEST_DATABASE_URL, else a server of our own. Each test makes its own database in it. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide("postgresUrl", given);
    return undefined;
  }
  const postgres = await makePostgres();
  project.provide("postgresUrl", postgres.url);
  return () => postgres.remove();
}
