import { pagedQuery } from "#app/browser/paged-query.ts";
import { readQuery } from "#app/browser/read-query.ts";
import { officeSender } from "#app/browser/session.ts";
import type { MailApi } from "./mail.contract.ts";

const call = officeSender<MailApi>();

export const mailHealthView = () => readQuery(["mail", "health"], (signal) => call("GET", "/mail/health", { signal }));

/** Newest first. */
export const unsentMailList = () =>
  pagedQuery(
    ["mail", "unsent"],
    (query, signal) => call("GET", "/mail/unsent", { query, signal }),
    ({ id }) => String(id),
  );

/** Without an address it is sent to the company. */
export const sendTestMail = async (to: string) =>
  (await call("POST", "/mail/test", { body: to.trim() ? { to: to.trim() } : {} })).data;

export const retryAllMail = async () => (await call("POST", "/mail/retry")).data;

export const retryMailOf = async (reference: string) =>
  (await call("POST", "/mail/retry/:reference", { params: { reference } })).data;
