import type { Deps } from "#app/platform/deps.ts";
import { type Route, route } from "#app/platform/http.server.ts";
import type { Address, Letter } from "#app/platform/mailer.ts";
import { retryMail } from "#app/platform/outbox.repository.server.ts";
import { mailApi } from "./mail.contract.ts";
import { listStuckMail } from "./mail.repository.server.ts";
import { mailHealth, sendTest } from "./mail.service.server.ts";

/** What the room has to be told, since the site's words are another's. */
export interface MailWords {
  sender(deps: Deps): Promise<Address>;
  office(deps: Deps): Promise<Address>;
  test(deps: Deps, to: string): Promise<Letter>;
}

/** The office's view of the mail. */
export const mailRoutes = (words: MailWords): Route[] => [
  route(mailApi.health, async ({ deps }) => ({ data: await mailHealth(deps, await words.sender(deps)) })),
  route(mailApi.test, async ({ deps, body }) => {
    const to = body.to ?? (await words.office(deps)).address;
    return { data: await sendTest(deps, await words.sender(deps), await words.test(deps, to)) };
  }),
  route(mailApi.stuck, async ({ deps, query }) => ({ data: await listStuckMail(deps.db, query) })),
  route(mailApi.retryOne, async ({ deps, params }) => {
    const mails = await retryMail(deps.db, deps.now(), params.subject);
    deps.mailBell.ring("urgent");
    return { data: { mails } };
  }),
  route(mailApi.retry, async ({ deps }) => {
    const mails = await retryMail(deps.db, deps.now());
    deps.mailBell.ring("urgent");
    return { data: { mails } };
  }),
];
