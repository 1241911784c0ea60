import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startProxy } from "../failing-connection.ts";
import { freePort } from "../free-port.ts";
import { MailServer } from "../mail-server.ts";
import { makePostgres, type Postgres } from "../postgres.ts";
import { Product } from "../product.ts";
import { startSenders } from "../torture/senders.ts";
import { compared, inboxOf, outboxIsEmpty } from "../torture/torture.ts";
import { openBalancer } from "./balancer.ts";
import { measureStaleness, quiet, readPages } from "./watchers.ts";

export interface DrillPlan {
  instances: number;
  senders: number;
  readers: number;
  /** How long each state lasts, and how long the normal state after it. */
  stateMs: number;
  /** How long the statements of the idle instances are counted before anything happens. */
  idleMs?: number;
  /** By default nginx if it is installed. */
  balancer?: "own";
  say?: (line: string) => void;
}

/** Something that happens to the site, and how it ends. */
interface State {
  name: string;
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
  /** Whether new connections to the database fail until then. */
  awayUntil?: "begun" | "ended";
}

export type DrillFigures = Awaited<ReturnType<typeof drill>>;

/**
 * Runs PostgreSQL, several instances and a load balancer on loopback, with readers, senders and an editor, puts them
 * through each state, and shuts down an instance in the middle of each. All figures are measured from outside.
 */
export async function drill(plan: DrillPlan) {
  const begunMs = performance.now();
  const folder = mkdtempSync(path.join(tmpdir(), "drill-"));
  const postgres = await makePostgres({ isDurable: true });
  const mail = await new MailServer().open();
  const proxy = await startProxy(postgres.url);
  const ports: number[] = [];
  for (let n = 0; n < plan.instances; n++) ports.push(await freePort());
  const instances = ports.map(
    (port, n) =>
      new Product(port, {
        DATA_DIR: path.join(folder, String(n)),
        DATABASE_URL: proxy.url,
        SMTP_URL: mail.url,
        TRUST_PROXY: "1",
      }),
  );
  const balancer = await openBalancer(ports, plan.balancer);
  try {
    await Promise.all(instances.map((instance) => instance.start()));
    const idlePerSecond = plan.idleMs ? await idleTransactions(postgres, instances.length, plan.idleMs) : undefined;
    if (idlePerSecond !== undefined)
      plan.say?.(`idle: ${idlePerSecond.toFixed(1)} transactions a second for each instance`);
    const senders = startSenders(balancer.url, plan.senders);
    const readers = readPages(balancer.url, plan.readers);
    const staleness = await measureStaleness(instances[0] as Product, instances);
    const endedMs: Record<string, number> = {};
    for (const [turn, state] of statesOf(instances, postgres, proxy).entries()) {
      await pause(plan.stateMs);
      staleness.name(state.name);
      await state.begin();
      if (state.awayUntil === "begun") staleness.databaseIsBack();
      await pause(plan.stateMs / 2);
      // Not the first, which the editor writes through.
      const told = instances[1 + ((turn + 1) % (instances.length - 1))] as Product;
      const fromMs = performance.now();
      await told.stop();
      endedMs[state.name] = Math.round(performance.now() - fromMs);
      await pause(plan.stateMs / 2);
      await state.end();
      if (state.awayUntil === "ended") staleness.databaseIsBack();
      await Promise.all(instances.map((instance) => instance.startIfDown()));
      staleness.name(quiet);
      plan.say?.(
        `${state.name}: an instance that was told to end took ${endedMs[state.name]} ms; ${senders.sending.acknowledged.length} leads acknowledged, ${readers.counts.served} pages served, ${readers.failed()} failed`,
      );
    }
    await pause(plan.stateMs);
    const sending = await senders.finish();
    const pages = await readers.finish();
    const stale = await staleness.finish();
    await outboxIsEmpty(instances[0]?.url ?? "");
    const stored = await inboxOf(instances[0]?.url ?? "");
    return {
      balancer: balancer.kind,
      instances: plan.instances,
      ...(idlePerSecond !== undefined && { idlePerSecond }),
      pages,
      leads: {
        ...compared(sending.acknowledged, stored, mail),
        wrong: sending.wrong.filter(isNoGateway),
        refusals: sending.refusals,
      },
      staleness: stale,
      endedMs,
      tookS: Math.round((performance.now() - begunMs) / 1_000),
    };
  } finally {
    await Promise.all(instances.map((instance) => instance.kill()));
    await balancer.close();
    proxy.close();
    await mail.close();
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Transactions per second of one idle instance, counted by PostgreSQL; a single statement is one too. */
async function idleTransactions({ url }: Postgres, instances: number, idleMs: number): Promise<number> {
  // The work after a start is not idleness; sessions report what they have done within a second.
  await pause(5_000);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const count = async () => {
    const { rows } = await client.query<{ count: string }>(
      "select sum(xact_commit + xact_rollback) as count from pg_stat_database where datname = current_database()",
    );
    return { transactions: Number(rows[0]?.count), ms: performance.now() };
  };
  const from = await count();
  await pause(idleMs);
  const to = await count();
  await client.end();
  return Math.round(((to.transactions - from.transactions) / ((to.ms - from.ms) / 1_000) / instances) * 10) / 10;
}

function statesOf(instances: Product[], postgres: Postgres, proxy: Awaited<ReturnType<typeof startProxy>>): State[] {
  const last = instances.at(-1) as Product;
  const none = async () => {};
  return [
    { name: quiet, begin: none, end: none },
    { name: "an instance was killed", begin: () => last.kill(), end: none },
    {
      name: "dead connections to PostgreSQL",
      begin: async () => proxy.freeze({ newOnes: true }),
      end: async () => proxy.thaw(),
    },
    {
      name: "PostgreSQL does not answer",
      begin: async () => proxy.freeze(),
      end: async () => proxy.thaw(),
      awayUntil: "ended",
    },
    {
      name: "connections are reset",
      begin: async () => proxy.cut(),
      end: async () => proxy.restore(),
      awayUntil: "ended",
    },
    {
      name: "PostgreSQL is read-only",
      begin: () => setReadOnly(postgres.url, true),
      end: () => setReadOnly(postgres.url, false),
    },
    { name: "PostgreSQL was restarted", begin: () => restart(postgres, "fast"), end: none, awayUntil: "begun" },
    {
      name: "PostgreSQL crashed and is away",
      begin: () => postgres.stop("immediate"),
      end: () => postgres.start(),
      awayUntil: "ended",
    },
  ];
}

async function restart(postgres: Postgres, how: "fast" | "immediate"): Promise<void> {
  await postgres.stop(how);
  await postgres.start();
}

/** Like a standby that nobody promoted. Open sessions are affected from their next transaction. */
async function setReadOnly(url: string, isReadOnly: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set default_transaction_read_only = off");
  await client.query(`alter system set default_transaction_read_only = ${isReadOnly ? "on" : "off"}`);
  await client.query("select pg_reload_conf()");
  await client.end();
}

/** The balancer's own error responses mean an instance that was just down; the sender retries. */
export const isNoGateway = (answer: string): boolean => !/^50[24] /.test(answer);

/** Each figure that misses its goal, as a sentence; empty if all goals are met. */
export function missedDrillGoals(figures: DrillFigures, minLeads: number): string[] {
  const { leads, staleness, endedMs, idlePerSecond = 0 } = figures;
  const most: [string, number, number][] = [
    ["transactions a second of an idle instance", idlePerSecond, 5],
    ["leads acknowledged and lost", leads.lost, 0],
    ["leads stored twice", leads.doubled, 0],
    ["leads not announced", leads.unnotified, 0],
    ["leads announced under two Message-IDs", leads.mailsDoubled, 0],
    ["answers to leads other than 201, 502, 503 and 504", leads.wrong.length, 0],
    ["ms until all instances show a change while all is well, worst", staleness[quiet]?.worst ?? Infinity, 1_000],
    ...Object.entries(staleness).map(([state, { worstSinceBack }]): [string, number, number] => [
      `ms until all instances that can reach the database show a change, ${state}`,
      worstSinceBack,
      // Connections that died without a word are known to be dead after two seconds (docs/decisions/0062).
      4_000,
    ]),
    ...Object.entries(endedMs).map(([state, ms]): [string, number, number] => [`ms to the end, ${state}`, ms, 10_000]),
  ];
  return [
    ...most.filter(([, is, goal]) => is > goal).map(([what, is, goal]) => `${what}: ${is}, at most ${goal} promised`),
    ...(leads.acknowledged < minLeads
      ? [`leads acknowledged: ${leads.acknowledged}, at least ${minLeads} needed`]
      : []),
  ];
}
