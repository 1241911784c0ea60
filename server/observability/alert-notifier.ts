import { mayHold, readAlerts } from "#app/features/today/alerts.service.server.ts";
import { type Alert, alert as alertShape } from "#app/features/today/today.contract.ts";
import { findSetting, replaceSetting } from "#app/platform/setting.repository.server.ts";
import { checkWritable } from "#app/platform/write-probe.repository.server.ts";
import type { AppDeps } from "../app-context.ts";

/** Body of a POST to ALERT_WEBHOOK_URL; `text` is the field that chat services display. */
interface Message {
  text: string;
  kind: Alert["kind"];
  state: "began" | "ended";
  site: string;
  /** ISO 8601, UTC. */
  at: string;
}

const webhookTimeoutMs = 10_000;
/** How long the other instances leave a message to the one that is posting it. */
const claimMs = 3 * webhookTimeoutMs;
/** An alert that no instance has seen for this long ended while none that had seen it was running. */
const staleMs = 5 * 60_000;

type NotifierDeps = Parameters<typeof readAlerts>[0] & Pick<AppDeps, "leadDb" | "log" | "now">;

type Kind = Alert["kind"];

/** What this process has seen of an alert. */
interface Seen {
  /** While it is on. */
  message: string | undefined;
  /** The last message, until its end has been reported. */
  last: string | undefined;
  /** Whether the webhook knows that it began, and if so, whether the database says so. */
  told: "recorded" | "unrecorded" | undefined;
}

/**
 * Logs every alert that begins or ends, and posts it to ALERT_WEBHOOK_URL: once, even across restarts and several
 * instances, since the database records what the webhook has accepted. What it has not accepted is posted again by the
 * next run, of a successor too, if it still holds.
 * @returns the function that performs a run
 */
export function notifyAlerts(deps: NotifierDeps): () => Promise<void> {
  const seenOf = new Map<Kind, Seen>();
  return async () => {
    await deps.pictureBucket?.check();
    const found = await readAlerts(deps);
    const alerts = await withWriteAlert(deps, found);
    const post = poster(deps);
    for (const kind of alertShape.shape.kind.options) {
      // Nothing is over because nobody can tell.
      if (mayHold(found, kind)) continue;
      const seen = seenOf.get(kind) ?? { message: undefined, last: undefined, told: undefined };
      seenOf.set(kind, seen);
      see(deps.log, kind, seen, alerts.find((alert) => alert.kind === kind)?.message);
      if (deps.config.alertWebhookUrl !== undefined) await report(deps, kind, seen, post);
    }
  };
}

function see(log: NotifierDeps["log"], kind: Kind, seen: Seen, message: string | undefined): void {
  if (message !== undefined && seen.message === undefined) log.error("alert began", { kind, message });
  if (message === undefined && seen.message !== undefined) log.info("alert ended", { kind, message: seen.message });
  seen.message = message;
  if (message !== undefined) seen.last = message;
}

/** Reports the beginning or end of an alert. Where that cannot be recorded, each instance reports what it has seen. */
async function report(deps: NotifierDeps, kind: Kind, seen: Seen, post: Post): Promise<void> {
  const isRecorded = await reportOnce(deps, kind, seen, post).then(
    () => true,
    () => false,
  );
  const { message, told } = seen;
  if (isRecorded || message === undefined || told !== undefined) return;
  if (await post({ kind, state: "began", message })) seen.told = "unrecorded";
}

/**
 * Adds an alert if the database takes no writes: reads go on meanwhile, so no other alert would say so. Not part of
 * `readAlerts`, because Today must not wait for a write.
 */
async function withWriteAlert(deps: NotifierDeps, alerts: Alert[]): Promise<Alert[]> {
  if (alerts.some(({ kind }) => kind === "database")) return alerts;
  const takesWrites = await checkWritable(deps.leadDb).then(
    () => true,
    () => false,
  );
  return takesWrites ? alerts : [{ kind: "database", message: refusesWrites }, ...alerts];
}

const refusesWrites =
  "The database takes no writes. Visitors see the pages, and their messages wait on their own devices.";

/**
 * Reports what the database does not record as reported. Of several instances, or a process and its successor, the
 * first to claim it does so; if it is killed meanwhile, the claim expires.
 */
async function reportOnce({ db, now }: NotifierDeps, kind: Kind, seen: Seen, post: Post): Promise<void> {
  const { message } = seen;
  const name = `alert ${kind}`;
  const stored = await findSetting(db, name);
  const record = parseRecord(stored);
  const at = now();
  const isWithin = (time: string | undefined, ms: number) => Math.abs(at.getTime() - Date.parse(time ?? "")) < ms;
  if (isWithin(record.claimedAt, claimMs)) return;
  if (record.isOn) seen.told = "recorded";
  const isTold = record.isOn || seen.told === "unrecorded";
  const next = message === undefined ? "ended" : `began ${at.toISOString()} ${message}`;
  if (isTold === (message !== undefined)) {
    if (message === undefined) seen.last = undefined;
    else if (await replaceSetting(db, name, stored, next)) seen.told = "recorded";
    return;
  }
  // Another instance may still see it.
  if (message === undefined && seen.last === undefined && isWithin(record.seenAt, staleMs)) return;
  const claim = `posting ${at.toISOString()} ${record.value}`;
  if (!(await replaceSetting(db, name, stored, claim))) return;
  const isPosted = await post(
    message === undefined
      ? { kind, state: "ended", message: seen.last ?? record.message ?? kind }
      : { kind, state: "began", message },
  );
  if (isPosted) seen.told = message === undefined ? undefined : "unrecorded";
  if (isPosted && message === undefined) seen.last = undefined;
  await replaceSetting(db, name, claim, isPosted ? next : record.value);
}

/** What the webhook was told last, by any instance. */
interface AlertRecord {
  /** As stored, without the claim. */
  value: string;
  /** When an instance claimed to report a change. */
  claimedAt?: string | undefined;
  isOn: boolean;
  /** When an instance last saw it, and its message then; earlier releases stored neither. */
  seenAt?: string | undefined;
  message?: string | undefined;
}

function parseRecord(stored: string | undefined): AlertRecord {
  const [, claimedAt, claimed] = /^posting (\S+) (.*)$/s.exec(stored ?? "") ?? [];
  const value = claimed ?? stored ?? "ended";
  const [began, seenAt, message] = /^began(?: (\S+) (.*))?$/s.exec(value) ?? [];
  return { value, claimedAt, isOn: began !== undefined, seenAt, message };
}

type Post = (news: News) => Promise<boolean>;

/** What the webhook is told. */
type News = Pick<Message, "kind" | "state"> & { message: string };

/** Posts to the webhook; after a failure no more in this run. @returns a function that tells whether it was accepted */
function poster(deps: NotifierDeps): Post {
  let isAway = false;
  return async (news) => {
    isAway ||= !(await sendMessage(deps, toMessage(deps, news)));
    return !isAway;
  };
}

function toMessage({ config, now }: NotifierDeps, { kind, state, message }: News): Message {
  const { publicUrl: site } = config;
  const text = state === "began" ? `${site}: ${message}` : `${site}: over: ${message}`;
  return { text, kind, state, site, at: now().toISOString() };
}

/** @returns whether the webhook has accepted it; a failure is logged */
async function sendMessage({ config, log }: NotifierDeps, message: Message): Promise<boolean> {
  try {
    const response = await fetch(config.alertWebhookUrl ?? "", {
      method: "POST",
      redirect: "manual",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(webhookTimeoutMs),
    });
    await response.body?.cancel();
    if (response.ok) return true;
    log.warn("alert not delivered", { kind: message.kind, status: response.status });
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string; name?: string } };
    log.warn("alert not delivered", { kind: message.kind, error: cause?.code ?? cause?.name ?? name });
  }
  return false;
}
