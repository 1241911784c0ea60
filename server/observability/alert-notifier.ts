import { readAlerts } from "#app/features/overview/alerts.service.server.ts";
import { type Alert, alert as alertShape } from "#app/features/overview/overview.contract.ts";
import { replaceSetting } from "#app/platform/setting.repository.server.ts";
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

type NotifierDeps = Parameters<typeof readAlerts>[0] & Pick<AppDeps, "log" | "now">;

/**
 * Logs every alert that begins or ends, and posts it to ALERT_WEBHOOK_URL: once, even across restarts and several
 * instances. A failed post is retried on the next run.
 * @returns the function that performs a run
 */
export function notifyAlerts(deps: NotifierDeps): () => Promise<void> {
  const current = new Map<Alert["kind"], string>();
  const pending: Message[] = [];

  async function note(kind: Alert["kind"], state: Message["state"], message: string): Promise<void> {
    deps.log[state === "began" ? "error" : "info"](`alert ${state}`, { kind, message });
    if (deps.config.alertWebhookUrl === undefined || !(await claimsNotification(deps, kind, state))) return;
    const { publicUrl: site } = deps.config;
    const text = state === "began" ? `${site}: ${message}` : `${site}: over: ${message}`;
    pending.push({ text, kind, state, site, at: deps.now().toISOString() });
    if (pending.length > maxPending) pending.shift();
  }

  return async () => {
    await deps.pictureBucket?.check();
    const alerts = await readAlerts(deps);
    for (const kind of alertShape.shape.kind.options) {
      const alert = alerts.find((other) => other.kind === kind);
      const former = current.get(kind);
      if (alert) current.set(kind, alert.message);
      else current.delete(kind);
      if (alert && former === undefined) await note(kind, "began", alert.message);
      if (!alert && former !== undefined) await note(kind, "ended", former);
    }
    while (pending[0] && (await isPosted(deps, pending[0]))) pending.shift();
  };
}

/**
 * Only the first of several instances, or of a process and its successor, reports. If that cannot be determined, each
 * of them does.
 */
async function claimsNotification(
  { db }: NotifierDeps,
  kind: Alert["kind"],
  state: Message["state"],
): Promise<boolean> {
  const name = `alert ${kind}`;
  try {
    if (state === "ended") return await replaceSetting(db, name, "began", "ended");
    return (await replaceSetting(db, name, undefined, "began")) || (await replaceSetting(db, name, "ended", "began"));
  } catch {
    return true;
  }
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
