import type { Login } from "#app/features/user/user.contract.ts";
import { insertActivity, type NewActivity } from "#app/platform/activity.repository.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import type { AnyCall } from "#app/platform/http.server.ts";
import { mailboxKey } from "#app/platform/mailbox-key.server.ts";
import { errorFacts } from "#app/platform/observability/log.ts";
import type { Endpoint } from "#app/shared/endpoint.ts";

/** `userId`: who did it, where the call itself has no session. */
type RecordedActivity = Pick<NewActivity, "kind" | "subject"> & { userId?: number };

const one = (kind: string, subject = ""): RecordedActivity[] => [{ kind, subject }];

interface Done {
  params: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: already validated by its endpoint's schema
  body: any;
}

/**
 * Administrators' writes that no history records, by endpoint. Erasures, moves of leads and subscriptions to the trash
 * and back, and what ends an invitation or an account record themselves in their transactions. An email address is
 * stored in the form that erasing its owner's data looks for.
 */
const recorded: Record<string, (call: Done, data: unknown) => RecordedActivity[]> = {
  "POST /quote/retry-mail/:slug": ({ params }) => one("lead-mail-retried", params.slug ?? ""),
  "POST /subscription/retry-mail/:slug": ({ params }) => one("subscription-mail-retried", params.slug ?? ""),
  "PUT /draft/:noun/:slug": ({ params, body }) => (body.over === null ? one("draft-begun", draftOf(params)) : []),
  "PUT /draft/schedule/:noun/:slug": ({ params, body }) =>
    one(body.publishAt === null ? "draft-unscheduled" : "draft-scheduled", draftOf(params)),
  "DELETE /draft/:noun/:slug": ({ params }) => one("draft-discarded", draftOf(params)),
  "POST /draft/restore/:noun/:slug": ({ params }) => one("draft-restored", draftOf(params)),
  "POST /mail/retry": () => one("mail-retried"),
  "POST /mail/retry/:reference": () => one("mail-of-one-retried"),
  "POST /mail/test": () => one("mail-tested"),
  "POST /user/invite": ({ body }) => one("user-invited", mailboxKey(body.email)),
  "POST /user/invite/accept": (_, data) => {
    const { id, email } = (data as Login).user;
    return [{ kind: "user-joined", subject: mailboxKey(email), userId: id }];
  },
  "PUT /user/me": () => one("user-profile"),
  "PUT /user/password": () => one("user-password"),
  "POST /user/second-factor/confirm": () => one("user-second-factor"),
  "POST /user/second-factor/recovery-codes": () => one("user-second-factor"),
  "POST /user/second-factor/off": () => one("user-second-factor"),
  "DELETE /user/session/:id": () => one("user-session-ended"),
};

/** The endpoints whose calls are recorded, as `METHOD /path`. */
export const recordedEndpoints = Object.keys(recorded);

const draftOf = ({ noun, slug }: Record<string, string>): string => `${noun}/${slug}`;

/** Records a call for the activity list. The call itself has succeeded, so a failure here is only logged. */
export async function recordActivity(
  { db, now, log }: Pick<Deps, "db" | "now" | "log">,
  { method, path }: Endpoint,
  call: AnyCall,
  data: unknown,
): Promise<void> {
  const activitiesOf = recorded[`${method} ${path}`];
  if (!activitiesOf) return;
  try {
    for (const each of activitiesOf(call as unknown as Done, data))
      await insertActivity(db, { userId: call.caller?.id ?? null, ...each, at: now() });
  } catch (error) {
    log.error("activity not recorded", { method, path, ...errorFacts(error) });
  }
}
