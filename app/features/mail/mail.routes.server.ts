import { route } from "#app/platform/http.server.ts";
import { mailApi } from "./mail.contract.ts";
import { listUnsentMail } from "./mail.repository.server.ts";
import { mailHealth, sendTest } from "./mail.service.server.ts";
import { retryMail } from "./outbox.repository.server.ts";
import { renderTestEmail, senderAddress } from "./templates.service.server.ts";

export const mailRoutes = [
  route(mailApi.health, async ({ deps }) => await mailHealth(deps, await senderAddress(deps))),
  route(mailApi.test, async ({ deps, body }) => {
    return await sendTest(deps, await senderAddress(deps), await renderTestEmail(deps, body.to));
  }),
  route(mailApi.unsent, ({ deps, query }) => listUnsentMail(deps.db, query)),
  route(mailApi.retryOne, async ({ deps, params }) => {
    const mails = await retryMail(deps.db, deps.now(), params.reference);
    deps.mailWakeSignal.notify("urgent");
    return { mails };
  }),
  route(mailApi.retry, async ({ deps }) => {
    const mails = await retryMail(deps.db, deps.now());
    deps.mailWakeSignal.notify("urgent");
    return { mails };
  }),
];
