import { readAlerts } from "#app/features/overview/alerts.service.server.ts";
import { type Alert, alert as alertShape } from "#app/features/overview/overview.contract.ts";
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

/** Kept while the webhook is unreachable; the oldest are dropped first. */
const maxPending = 100;
const webhookTimeoutMs = 10_000;
/** An alert that no instance has seen for this long ended while none that had seen it was running. */
const staleMs = 5 * 60_000;

type NotifierDeps = Parameters<typeof readAlerts>[0] & Pick<AppDeps, "leads" | "log" | "now">;

type Kind = Alert["kind"];

/** What is reported of an alert. */
type News = Pick<Message, "state"> & { message: string };

/** The message of an alert that is on, as of this run and the one before. */
interface Seen {
  message: string | undefined;
  former: string | undefined;
}

/**
 * Logs every alert that begins or ends, and posts it to ALERT_WEBHOOK_URL: once, even across restarts and several
 * instances. A failed post is retried on the next run.
 * @returns the function that performs a run
 */
export function notifyAlerts(deps: NotifierDeps): () => Promise<void> {
  const current = new Map<Kind, string>();
  /** Reported as begun while that could not be recorded. */
  const unrecorded = new Set<Kind>();
  const pending: Message[] = [];

  async function follow(kind: Kind, message: string | undefined): Promise<void> {
    const former = current.get(kind);
    if (message === undefined) current.delete(kind);
    else current.set(kind, message);
    if (message !== undefined && former === undefined) deps.log.error("alert began", { kind, message });
    if (message === undefined && former !== undefined) deps.log.info("alert ended", { kind, message: former });
    if (deps.config.alertWebhookUrl === undefined) return;
    const news = await newsOf(kind, { message, former });
    if (news) pending.push(toMessage(deps, kind, news));
    if (pending.length > maxPending) pending.shift();
  }

  /** Where it cannot be recorded, each instance reports what it has seen. */
  async function newsOf(kind: Kind, seen: Seen): Promise<News | undefined> {
    const { message, former = "" } = seen;
    const recorded = await record(deps, kind, seen).catch(() => null);
    if (recorded === null && message !== undefined) {
      if (seen.former !== undefined) return undefined;
      unrecorded.add(kind);
      return { state: "began", message };
    }
    if (!unrecorded.delete(kind)) return recorded ?? undefined;
    return message === undefined ? { state: "ended", message: former } : undefined;
  }

  return async () => {
    await deps.pictureBucket?.check();
    const alerts = await allAlerts(deps);
    for (const kind of alertShape.shape.kind.options)
      await follow(kind, alerts.find((alert) => alert.kind === kind)?.message);
    while (pending[0] && (await isPosted(deps, pending[0]))) pending.shift();
  };
}

/**
 * With one more: reads go on while the database takes no writes, so nothing else would tell. The overview does not wait
 * for a write.
 */
async function allAlerts(deps: NotifierDeps): Promise<Alert[]> {
  const alerts = await readAlerts(deps);
  if (alerts.some(({ kind }) => kind === "database")) return alerts;
  const takesWrites = await checkWritable(deps.leads.db).then(
    () => true,
    () => false,
  );
  return takesWrites ? alerts : [{ kind: "database", message: refusesWrites }, ...alerts];
}

const refusesWrites =
  "The database takes no writes. Visitors see the pages, and their messages wait on their own devices.";

/**
 * Records in the database whether an alert is on, and until when some instance saw it: only the first of several
 * instances, or of a process and its successor, reports it.
 * @returns what this process has to report, if anything
 */
async function record({ db, now }: NotifierDeps, kind: Kind, { message, former }: Seen): Promise<News | undefined> {
  const name = `alert ${kind}`;
  const stored = await findSetting(db, name);
  // Earlier releases stored neither time nor message.
  const [known, at = "", told = kind] = /^began(?: (\S+) (.*))?$/s.exec(stored ?? "") ?? [];
  const isOn = known !== undefined;
  if (message !== undefined) {
    const isDone = await replaceSetting(db, name, stored, `began ${now().toISOString()} ${message}`);
    return isDone && !isOn ? { state: "began", message } : undefined;
  }
  const isSeen = Math.abs(now().getTime() - Date.parse(at)) < staleMs;
  if (!isOn || (former === undefined && isSeen)) return undefined;
  const isDone = await replaceSetting(db, name, stored, "ended");
  return isDone ? { state: "ended", message: former ?? told } : undefined;
}

function toMessage({ config, now }: NotifierDeps, kind: Kind, { state, message }: News): Message {
  const { publicUrl: site } = config;
  const text = state === "began" ? `${site}: ${message}` : `${site}: over: ${message}`;
  return { text, kind, state, site, at: now().toISOString() };
}

async function isPosted({ config, log }: NotifierDeps, message: Message): Promise<boolean> {
  try {
    const response = await fetch(config.alertWebhookUrl ?? "", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(webhookTimeoutMs),
    });
    await response.body?.cancel();
    if (response.ok) return true;
    log.warn("alert not delivered", { kind: message.kind, status: response.status });
  } catch (error) {
    log.warn("alert not delivered", { kind: message.kind, error: (error as Error).name });
  }
  return false;
}
