import fc from "fast-check";
import { expect, test } from "vitest";
import { MailWorker } from "#app/features/mail/mail-worker.service.server.ts";
import { countMail } from "#app/features/mail/outbox.repository.server.ts";
import { recoverOutbox } from "#app/features/mail/outbox.service.server.ts";
import { MailError } from "#app/features/mail/smtp.service.server.ts";
import { emailTemplates } from "#app/features/mail/templates.service.server.ts";
import { receiveQuote } from "#app/features/quote/quote.service.server.ts";
import { apiKeyTtlMs } from "#app/platform/idempotency-key.server.ts";
import { readSignals } from "#app/shared/visitor-signals.ts";
import { type Database, type DataLocation, migratedLocation } from "#test/data-location.ts";
import { readConfig } from "../process/config.ts";
import { openDeps } from "../process/deps.ts";

// In whatever order these events occur, every message ends up as one lead with one delivered notification.

type SendFate = "answered" | "reply lost" | "crash before the commit" | "crash after the commit";
type MailFate = "taken" | "refused" | "away" | "taken, answer lost" | "taken, then crash" | "crash";
type Step =
  | { send: number; fate: SendFate }
  | { twice: number }
  | { mail: MailFate[] }
  | { crash: true }
  | { passMinutes: number };

const sendFates: SendFate[] = ["answered", "reply lost", "crash before the commit", "crash after the commit"];
const mailFates: MailFate[] = ["taken", "refused", "away", "taken, answer lost", "taken, then crash", "crash"];
const message = fc.nat({ max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ send: message, fate: fc.constantFrom(...sendFates) }) },
  { weight: 1, arbitrary: fc.record({ twice: message }) },
  { weight: 3, arbitrary: fc.record({ mail: fc.array(fc.constantFrom(...mailFates), { maxLength: 4 }) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ crash: true }) },
  { weight: 1, arbitrary: fc.record({ passMinutes: fc.integer({ min: 1, max: 300 }) }) },
);

// No retries: a sequence that fails once is a failure. The message names the seed and the shortest failing sequence.
test.each([
  ["sqlite", 60],
  ["postgres", 25],
] as const)(
  "each lead is stored once and mailed, in any order of sends, crashes and mail failures, on %s (%i orders)",
  { retry: 0, timeout: 120_000 },
  async (database, numRuns) => {
    const place = await migratedLocation(database);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const world = new World(database, place, `run ${++run}:`);
        await world.start();
        try {
          for (const each of steps) await world.take(each);
          await world.settle();
          await world.check();
        } finally {
          await world.end();
        }
      }),
      { numRuns },
    );
  },
);

/** The process died; whatever it was doing stops right there. */
class Crash extends Error {}

/**
 * The product's own receiving and mailing code on one database, with a visitor who keeps retrying and an unreliable
 * mail server.
 */
class World {
  readonly #database: Database;
  readonly #place: DataLocation;
  readonly #name: string;
  #nowMs = Date.parse("2026-05-01T12:00:00Z");
  #deps!: Awaited<ReturnType<typeof openDeps>>;
  #mailWorker!: MailWorker;
  #commitFate: SendFate = "answered";
  #fates: MailFate[] = [];
  readonly #begun = new Set<number>();
  readonly #answers = new Map<number, Set<string>>();
  /** Message-IDs accepted by the mail server. */
  readonly #taken: string[] = [];
  /** How often the mail server accepted a mail and the product could not know. */
  #unknowable = 0;

  constructor(database: Database, place: DataLocation, name: string) {
    this.#database = database;
    this.#place = place;
    this.#name = name;
  }

  async start(): Promise<void> {
    const config = { ...readConfig({ RATE_LIMIT: "off", PUBLIC_URL: "http://site.example" }), ...this.#place };
    const quiet = { debug() {}, info() {}, warn() {}, error() {} };
    const mailer = {
      send: ({ messageId }: { messageId: string }) => this.#carry(messageId).then(() => []),
      close() {},
    };
    const now = () => new Date(this.#nowMs);
    const deps = await openDeps(config, { now, log: quiet, pictures: new Map(), mailer });
    const commitLead = <T>(work: (db: typeof deps.db) => Promise<T>) =>
      deps.commitLead<T>(async (db) => {
        const done = await work(db);
        if (this.#commitFate === "crash before the commit") throw new Crash();
        return done;
      });
    this.#deps = { ...deps, commitLead };
    this.#mailWorker = new MailWorker(this.#deps, emailTemplates, () => this.#nowMs);
    await recoverOutbox(this.#deps, this.#database === "sqlite");
  }

  end(): Promise<void> {
    return this.#deps.close();
  }

  async take(step: Step): Promise<void> {
    if ("send" in step) await this.#send(step.send, step.fate);
    else if ("twice" in step)
      await Promise.all([this.#send(step.twice, "answered"), this.#send(step.twice, "answered")]);
    else if ("mail" in step) await this.#mail(step.mail);
    else if ("crash" in step) await this.#restart();
    else this.#nowMs += step.passMinutes * 60_000;
  }

  async #send(n: number, fate: SendFate): Promise<void> {
    this.#begun.add(n);
    this.#commitFate = fate;
    const key = {
      form: "quote" as const,
      key: `${this.#name} ${n}`,
      client: "",
      ttlMs: apiKeyTtlMs,
      signals: readSignals(null),
    };
    const input = {
      fullName: "Ada Lovelace",
      email: `${this.#name.toLowerCase().replace(/\W+/g, "-")}-${n}@example.com`,
      message: `${this.#name} ${n}`,
    };
    try {
      const { slug } = await receiveQuote(this.#deps, key, input);
      if (fate === "answered") this.#answers.set(n, (this.#answers.get(n) ?? new Set()).add(slug));
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
    if (fate.startsWith("crash")) await this.#restart();
  }

  async #mail(fates: MailFate[]): Promise<void> {
    this.#fates = [...fates];
    let hasCrashed = false;
    await this.#mailWorker.sendDue(true).catch((error: unknown) => {
      if (this.#fates[0] !== "crash") throw error;
      hasCrashed = true;
    });
    this.#fates = [];
    if (hasCrashed) await this.start();
  }

  /** A crash closes the database under the worker, so that it can record nothing more. */
  async #carry(messageId: string): Promise<void> {
    const fate = this.#fates.shift() ?? "taken";
    if (fate === "refused") throw new MailError("550 No such mailbox", false);
    if (fate === "away") throw new MailError("ECONNREFUSED", true);
    if (fate !== "crash") this.#taken.push(messageId);
    if (fate !== "taken" && fate !== "crash") this.#unknowable++;
    if (fate === "taken, answer lost") throw new MailError("The line was cut", true);
    if (fate === "taken") return;
    this.#fates = ["crash"];
    this.#mailWorker.stop();
    await this.#deps.close();
    if (fate === "crash") throw new Crash();
  }

  async #restart(): Promise<void> {
    await this.end();
    await this.start();
  }

  /** Visitors retry until they have a response, and the mail server finally recovers. */
  async settle(): Promise<void> {
    for (const n of this.#begun) if (!this.#answers.has(n)) await this.#send(n, "answered");
    for (let hour = 0; hour < 100; hour++) {
      await this.#mail([]);
      if ((await countMail(this.#deps.db)).waiting === 0) return;
      this.#nowMs += 60 * 60_000;
    }
  }

  async check(): Promise<void> {
    const { db } = this.#deps;
    const leads = await db
      .selectFrom("quote")
      .select(["slug", "message"])
      .where("message", "like", `${this.#name} %`)
      .execute();
    const mails = await db
      .selectFrom("outbox")
      .select(["kind", "state", "subject", "messageId"])
      .where("subject", "in", ["", ...leads.map(({ slug }) => slug)])
      .execute();
    expect(leads.map(({ message }) => message).sort()).toEqual(
      [...this.#begun].sort().map((n) => `${this.#name} ${n}`),
    );
    for (const { slug, message } of leads) {
      const n = Number(message.slice(this.#name.length));
      expect([...(this.#answers.get(n) ?? [])]).toEqual([slug]);
      const own = mails.filter(({ subject }) => subject === slug);
      expect(own.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
        "quote-notice sent",
        "quote-receipt sent",
      ]);
    }
    const promised = new Set(mails.map(({ messageId }) => messageId));
    expect(new Set(this.#taken)).toEqual(promised);
    expect(this.#taken.length).toBeLessThanOrEqual(promised.size + this.#unknowable);
  }
}
