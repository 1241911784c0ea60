import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../free-port.ts";
import { MailServer } from "../mail-server.ts";
import { makePostgres } from "../postgres.ts";
import { Product } from "../product.ts";
import { startSenders } from "../torture/senders.ts";
import { compared, inboxOf, outboxIsEmpty } from "../torture/torture.ts";
import { openBalancer } from "./balancer.ts";
import { type DrillPlan, isNoGateway } from "./drill.ts";
import type { FormerBuild } from "./former-build.ts";
import { measureStaleness, quiet, readPages } from "./watchers.ts";

export type RollOutFigures = Awaited<ReturnType<typeof rollOut>>;

/**
 * Replaces two instances of a former build one after the other, as a roll-out does: an instance of this build joins them
 * and migrates the database, all three serve side by side, then the former ones are stopped and started as this build.
 * Visitors read and write throughout, through the balancer and directly at a former instance.
 */
export async function rollOut(former: FormerBuild, plan: Omit<DrillPlan, "instances">) {
  const folder = mkdtempSync(path.join(tmpdir(), "roll-out-"));
  const postgres = await makePostgres({ isDurable: true });
  const mail = await new MailServer().open();
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  const instance = (port: number, program?: string) =>
    new Product(
      port,
      {
        DATA_DIR: path.join(folder, String(port)),
        DATABASE_URL: postgres.url,
        SMTP_URL: mail.url,
        TRUST_PROXY: "1",
      },
      { program },
    );
  const [first, second] = [instance(ports[0], former.program), instance(ports[1], former.program)];
  const newer = instance(ports[2]);
  const successors = [instance(ports[0]), instance(ports[1])] as const;
  const balancer = await openBalancer([...ports], plan.balancer);
  const say = plan.say ?? (() => {});
  try {
    await Promise.all([first.start(), second.start()]);
    const senders = startSenders(balancer.url, plan.senders);
    const readers = readPages(balancer.url, plan.readers);
    await pause(plan.stateMs);
    const upgradeMs = Math.round(await newer.start());
    say(`this build joined and migrated the database after ${upgradeMs} ms; two former instances still run`);

    const direct = startSenders(first.url, 2);
    const directReaders = readPages(first.url, 2);
    const byNewer = await staleness(newer);
    const byFormer = await staleness(first);
    const throughFormer = await direct.finish();
    const pagesOfFormer = await directReaders.finish();
    say(`a former instance stored ${throughFormer.acknowledged.length} leads and served ${pagesOfFormer.served} pages`);

    await second.stop();
    const refusal = await second.start().then(
      () => "it started",
      (error: Error) => error.message.split("\n").at(-2) ?? error.message,
    );
    say(`a former instance that was started again said: ${refusal}`);
    await second.kill();
    for (const [former, successor] of [
      [second, successors[1]],
      [first, successors[0]],
    ] as const) {
      await former.stop();
      await successor.start();
      await pause(plan.stateMs);
    }
    const sending = await senders.finish();
    const pages = await readers.finish();
    await outboxIsEmpty(newer.url);
    const acknowledged = [...sending.acknowledged, ...throughFormer.acknowledged];
    return {
      former: { commit: former.commit, migration: former.migration },
      balancer: balancer.kind,
      upgradeMs,
      pages,
      pagesOfFormer,
      leads: {
        ...compared(acknowledged, await inboxOf(newer.url), mail),
        throughFormer: throughFormer.acknowledged.length,
        wrong: [...sending.wrong.filter(isNoGateway), ...throughFormer.wrong],
        refusals: sending.refusals,
      },
      staleness: { byNewer, byFormer },
      refusal,
    };
  } finally {
    await Promise.all([first, second, newer, ...successors].map((each) => each.kill()));
    await balancer.close();
    await mail.close();
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }

  /** How long instances of both builds show what an editor has changed through this one. */
  async function staleness(editor: Product) {
    const measured = await measureStaleness(editor, [first, second, newer]);
    await pause(plan.stateMs);
    return (await measured.finish())[quiet];
  }
}

/** Each figure that misses its goal, as a sentence; empty if all goals are met. */
export function missedRollOutGoals({ leads, pagesOfFormer, staleness, refusal }: RollOutFigures): string[] {
  const failed = Object.values(pagesOfFormer.failed).reduce((sum, count) => sum + count, 0);
  const most: [string, number, number][] = [
    ["leads acknowledged and lost", leads.lost, 0],
    ["leads stored twice", leads.doubled, 0],
    ["leads not announced", leads.unnotified, 0],
    ["leads announced under two Message-IDs", leads.mailsDoubled, 0],
    [`wrong answers to leads (${leads.wrong[0] ?? ""})`, leads.wrong.length, 0],
    ["pages that a former instance failed to serve after the migration", failed, 0],
    ["ms until all instances show a change made through the newer build", staleness.byNewer?.worst ?? Infinity, 1_000],
    [
      "ms until all instances show a change made through the former build",
      staleness.byFormer?.worst ?? Infinity,
      1_000,
    ],
  ];
  return [
    ...most.filter(([, is, goal]) => is > goal).map(([what, is, goal]) => `${what}: ${is}, at most ${goal} promised`),
    ...(leads.throughFormer > 0 ? [] : ["no lead was stored by a former instance after the migration"]),
    ...(pagesOfFormer.served > 0 ? [] : ["no page was served by a former instance after the migration"]),
    ...(/newer than this build knows/.test(refusal)
      ? []
      : [`a former instance started again did not refuse: ${refusal}`]),
  ];
}
