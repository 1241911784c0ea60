import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../free-port.ts";
import { type Behaviour, MailServer } from "../mail-server.ts";
import { makePostgres } from "../postgres.ts";
import { officeOf, Product } from "../product.ts";
import { type Message, startSenders } from "./senders.ts";

export interface Plan {
  database: "sqlite" | "postgres";
  kills: number;
  senders: number;
  /** Longest lifetime of a process before it is killed, in ms. */
  longestLifeMs: number;
  /** How the mail server may misbehave. */
  moods: (Behaviour | "down")[];
  say?: (line: string) => void;
}

export interface Figures {
  kills: number;
  tries: number;
  repliesLost: number;
  acknowledged: number;
  stored: number;
  notified: number;
  /** Acknowledged but not stored. */
  lost: number;
  /** Stored more than once. */
  doubled: number;
  /** Stored without a notification. */
  unnotified: number;
  /** Emails delivered again with the same Message-ID. */
  mailsTwice: number;
  /** Notifications of one lead with two Message-IDs. */
  mailsDoubled: number;
  /** Responses other than 201 and 503. */
  wrong: string[];
  refusals: Record<string, number>;
  readyMs: { median: number; worst: number };
  tookS: number;
}

export interface Goals {
  /** From the start of a process until it is ready, in ms. */
  readyMs: { median: number; worst: number };
  /** With fewer, the result proves nothing. */
  acknowledged: number;
}

/** Each figure that misses its goal, as a sentence; empty if all goals are met. */
export function missedGoals(figures: Figures, goals: Goals): string[] {
  const { acknowledged, lost, doubled, unnotified, mailsDoubled, wrong, readyMs } = figures;
  const most: [string, number, number][] = [
    ["leads acknowledged and lost", lost, 0],
    ["leads stored twice", doubled, 0],
    ["leads not announced", unnotified, 0],
    ["leads announced under two Message-IDs", mailsDoubled, 0],
    [`answers other than 201 and 503 (${wrong[0] ?? ""})`, wrong.length, 0],
    ["ms until ready, median", readyMs.median, goals.readyMs.median],
    ["ms until ready, worst", readyMs.worst, goals.readyMs.worst],
  ];
  return [
    ...most.filter(([, is, goal]) => is > goal).map(([what, is, goal]) => `${what}: ${is}, at most ${goal} promised`),
    ...(acknowledged < goals.acknowledged
      ? [`leads acknowledged: ${acknowledged}, at least ${goals.acknowledged} needed`]
      : []),
  ];
}

/**
 * Kills the real server at random moments while visitors send messages and the mail server fails, then compares what
 * was acknowledged with what is stored.
 */
export async function torture(plan: Plan): Promise<Figures> {
  const begunMs = performance.now();
  const folder = mkdtempSync(path.join(tmpdir(), "torture-"));
  const postgres = plan.database === "postgres" ? await makePostgres({ isDurable: true }) : undefined;
  const mail = await new MailServer().open();
  const product = new Product(await freePort(), {
    DATA_DIR: folder,
    SMTP_URL: mail.url,
    ...(postgres && { DATABASE_URL: postgres.url }),
  });
  try {
    const readyMs = [await product.start()];
    const senders = startSenders(product.url, plan.senders);
    const moods = haveMoods(mail, plan.moods);
    for (let kill = 1; kill <= plan.kills; kill++) {
      await pause(Math.random() * plan.longestLifeMs);
      await product.kill();
      readyMs.push(await product.start());
      plan.say?.(
        `kill ${kill}: ${senders.sending.acknowledged.length} acknowledged, ready after ${Math.round(readyMs.at(-1) ?? 0)} ms`,
      );
    }
    await pause(500);
    const sending = await senders.finish();
    await moods.end();
    await outboxIsEmpty(product.url);
    const stored = await inboxOf(product.url);
    return {
      kills: plan.kills,
      ...compared(sending.acknowledged, stored, mail),
      tries: sending.tries,
      repliesLost: sending.repliesLost,
      wrong: sending.wrong,
      refusals: sending.refusals,
      readyMs: spread(readyMs),
      tookS: Math.round((performance.now() - begunMs) / 1_000),
    };
  } finally {
    await product.kill();
    await mail.close();
    await postgres?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Behaves well for a while, then badly for a while. */
function haveMoods(mail: MailServer, moods: Plan["moods"]) {
  const ended = new AbortController();
  const wait = (ms: number) => pause(ms, undefined, { signal: ended.signal }).catch(() => {});
  const running = (async () => {
    while (!ended.signal.aborted && moods.length > 0) {
      await wait(300 + Math.random() * 1_500);
      const mood = moods[Math.floor(Math.random() * moods.length)] ?? "accept";
      if (mood === "down") await mail.close();
      else mail.behaviour = mood;
      await wait(200 + Math.random() * 1_000);
      if (mood === "down") await mail.open();
      mail.behaviour = "accept";
    }
  })();
  return {
    async end(): Promise<void> {
      ended.abort();
      await running;
    },
  };
}

interface Health {
  data: { waiting: number; failed: number };
}

/** Retries all mail until none is waiting. @throws if the number does not fall for five minutes */
export async function outboxIsEmpty(url: string): Promise<void> {
  const office = await officeOf(url);
  let fewest = Number.POSITIVE_INFINITY;
  for (let second = 0; second < 300; second++) {
    const { data } = await office.get<Health>("/mail/health");
    const left = data.waiting + data.failed;
    if (left === 0) return;
    // Tens of thousands of leads leave tens of thousands of emails: as long as the number falls, all is well.
    if (left < fewest) second = 0;
    fewest = Math.min(fewest, left);
    if (second % 10 === 0) await office.post("/mail/retry", {});
    await pause(1_000);
  }
  throw new Error("Mail was still waiting five minutes after the mail server was back.");
}

interface Stored {
  slug: string;
  fullName: string;
}

export async function inboxOf(url: string): Promise<Stored[]> {
  const office = await officeOf(url);
  const stored: Stored[] = [];
  for (;;) {
    const last = stored.at(-1);
    const page = await office.get<{ data: Stored[] }>(`/quote/get-all?limit=1000${last ? `&before=${last.slug}` : ""}`);
    if (page.data.length === 0) return stored;
    stored.push(...page.data);
  }
}

export function compared(acknowledged: Message[], stored: Stored[], mail: MailServer) {
  const bySlug = new Map(stored.map((quote) => [quote.slug, quote]));
  const isStored = ({ name, slugs }: Message) =>
    slugs.size === 1 && [...slugs].every((slug) => bySlug.get(slug)?.fullName === name);
  const notices = new Map<string, string[]>();
  for (const { headers } of mail.received) {
    const name = /^New quote request from (.*) \([^()]*\)$/.exec(headers.subject ?? "")?.[1];
    if (name) notices.set(name, [...(notices.get(name) ?? []), headers["message-id"] ?? ""]);
  }
  const ids = mail.received.map(({ headers }) => headers["message-id"]);
  return {
    acknowledged: acknowledged.length,
    stored: stored.length,
    notified: stored.filter(({ fullName }) => notices.has(fullName)).length,
    lost: acknowledged.filter((message) => !isStored(message)).length,
    doubled: stored.length - new Set(stored.map(({ fullName }) => fullName)).size,
    unnotified: stored.filter(({ fullName }) => !notices.has(fullName)).length,
    mailsTwice: ids.length - new Set(ids).size,
    mailsDoubled: [...notices.values()].filter((each) => new Set(each).size > 1).length,
  };
}

function spread(values: number[]): { median: number; worst: number } {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: Math.round(sorted[sorted.length >> 1] ?? 0), worst: Math.round(sorted.at(-1) ?? 0) };
}
