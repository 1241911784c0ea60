import { queryOptions } from "@tanstack/react-query";
import { officeSender } from "#app/shared/session.ts";
import type { MailApi } from "./mail.contract.ts";

const call = officeSender<MailApi>();

export const mailHealthView = () =>
  queryOptions({
    queryKey: ["mail", "health"],
    queryFn: async ({ signal }) => (await call("GET", "/mail/health", { signal })).data,
  });

export const stuckMailList = () =>
  queryOptions({
    queryKey: ["mail", "stuck"],
    queryFn: async ({ signal }) => (await call("GET", "/mail/stuck", { signal })).data,
  });

/** Without an address it goes to the office. */
export const sendTestMail = async (to: string) =>
  (await call("POST", "/mail/test", { body: to.trim() ? { to: to.trim() } : {} })).data;

export const retryAllMail = async () => (await call("POST", "/mail/retry")).data;

export const retryMailOf = async (subject: string) =>
  (await call("POST", "/mail/retry/:subject", { params: { subject } })).data;
