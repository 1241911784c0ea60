import fs from "node:fs";
import path from "node:path";
import SQLite from "better-sqlite3";
import { hasWrk, output } from "../load.ts";
import { type Product, temporaryFolder } from "../product.ts";
import { per, round, type Section } from "../report.ts";
import { bring } from "../tools.ts";

const message = "We would like to see our stock, our orders and our deliveries on one page. ".repeat(4);

const script = `
local n = 0
local seed = tostring({}):gsub("[^%w]", "")
request = function()
  n = n + 1
  local key = seed .. n
  wrk.headers["Idempotency-Key"] = key
  return wrk.format("POST", nil, nil, '{"fullName":"Ada Lovelace","email":"ada@example.com","message":"${message}' .. key .. '"}')
end
wrk.headers["Content-Type"] = "application/json"
`;

/**
 * Leads over HTTP, each answered after its commit is on disk, compared with one caller that commits the same rows one
 * lead at a time without HTTP.
 */
export async function leads(product: Product): Promise<Section> {
  const alone = singleCommits(path.join(product.dataDir, "jorna.sqlite"));
  const crowd = await post(`${product.url}/api/quote/new`, 64, 6);
  const ratio = per(crowd, alone);
  return {
    title: "Leads",
    figures: [
      {
        what: "Durable leads a second, 64 clients over HTTP",
        value: round(crowd, 0),
        against: `one caller, one commit a lead: ${round(alone, 0)}`,
        ratio: round(ratio, 2),
        goal: "at least 2",
        holds: ratio >= 2,
      },
    ],
    charts: [
      {
        file: "leads.svg",
        title: "Durable leads a second",
        unit: "/s",
        lines: [
          { name: "64 clients over HTTP", points: [[1, crowd]] },
          { name: "one caller, no HTTP", points: [[1, alone]] },
        ],
      },
    ],
  };
}

/**
 * The database's own limit: the rows of a lead, committed one lead at a time, to a copy of the product's tables on the
 * same disk.
 */
function singleCommits(original: string): number {
  const folder = temporaryFolder();
  const source = new SQLite(original, { readonly: true });
  const copy = path.join(folder, "copy.sqlite");
  source.exec(`vacuum into '${copy}'`);
  source.close();
  const db = new SQLite(copy);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  const insert = rowWriter(db, "quote");
  const remember = rowWriter(db, "lead_key");
  const index = db.prepare("insert into quote_search (rowid, words) values (?, ?)");
  const keep = db.transaction((n: number) => {
    const { lastInsertRowid } = insert({
      slug: `s${n}`,
      full_name: "Ada Lovelace",
      email: "ada@example.com",
      message: `${message}${n}`,
      source: "quote",
      created_at: new Date().toISOString(),
    });
    index.run(lastInsertRowid, `ada lovelace ada example com ${message.toLowerCase()}${n}`);
    remember({
      key_hash: `k${n}`,
      body_hash: "b".repeat(64),
      reply: JSON.stringify({ slug: `s${n}`, message }),
      created_at: new Date().toISOString(),
    });
  });
  const begun = performance.now();
  let n = 0;
  while (performance.now() - begun < 3_000) keep(n++);
  const rate = n / ((performance.now() - begun) / 1000);
  db.close();
  fs.rmSync(folder, { recursive: true });
  return rate;
}

/** Returns a function that inserts rows; other columns get the emptiest value they allow. */
function rowWriter(db: SQLite.Database, table: string) {
  const columns = db.pragma(`table_info(${table})`) as {
    name: string;
    type: string;
    notnull: 0 | 1;
    dflt_value: string | null;
    pk: number;
  }[];
  const given = columns.filter(({ name, pk, type }) => !(pk && type === "INTEGER") && name !== "id");
  const statement = db.prepare(
    `insert into ${table} (${given.map(({ name }) => name).join(", ")}) values (${given.map(() => "?").join(", ")})`,
  );
  return (row: Record<string, unknown>) =>
    statement.run(given.map(({ name, notnull, type }) => row[name] ?? (notnull ? (/INT/i.test(type) ? 0 : "") : null)));
}

async function post(url: string, connections: number, seconds: number): Promise<number> {
  if (!hasWrk()) return postByAutocannon(url, connections, seconds);
  const file = path.join(temporaryFolder(), "leads.lua");
  fs.writeFileSync(file, script);
  const text = await output("wrk", ["-t1", `-c${connections}`, `-d${seconds}s`, "-s", file, url]);
  if (/Non-2xx/.test(text)) throw new Error(`Leads were refused:\n${text}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]);
}

async function postByAutocannon(url: string, connections: number, seconds: number): Promise<number> {
  const program = path.join(await bring("autocannon", "9.0.0"), "autocannon.js");
  const body = JSON.stringify({ fullName: "Ada Lovelace", email: "ada@example.com", message: `${message}[<id>]` });
  const flags = [
    "-j",
    "-I",
    "-m",
    "POST",
    "-H",
    "Content-Type=application/json",
    "-H",
    "Idempotency-Key=[<id>]",
    "-b",
    body,
  ];
  const report = JSON.parse(
    await output(process.execPath, [program, "-c", String(connections), "-d", String(seconds), ...flags, url]),
  );
  if (report.non2xx > 0) throw new Error(`${report.non2xx} leads were refused.`);
  return report.requests.average;
}
