import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { runStatements } from "#test/data-location.ts";
import { withScratchDatabase } from "./scratch.server.ts";

test("a scratch database has the character set of the site's, not of its server", async () => {
  const server = inject("postgresUrl");
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  await runStatements(server, `create database ${name} template template0 encoding 'LATIN1' locale 'C'`);
  onTestFinished(() => runStatements(server, `drop database ${name} with (force)`));
  const found = await withScratchDatabase(Object.assign(new URL(server), { pathname: name }).href, async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      "select pg_encoding_to_char(encoding) as encoding, datcollate, datctype from pg_database where datname = current_database()",
    );
    await client.end();
    return rows;
  });
  expect(found).toEqual([{ encoding: "LATIN1", datcollate: "C", datctype: "C" }]);
});
