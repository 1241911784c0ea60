import { officeSender } from "#app/browser/session.ts";
import type { DataSubjectApi, RetentionPeriods } from "./data-subject.contract.ts";

const call = officeSender<DataSubjectApi>();

/** Erases everything stored about a person for good. @returns the receipt */
export const eraseDataSubject = async (email: string) =>
  (await call("POST", "/data-subject/erase", { body: { email } })).data;

/** How much is older than these retention periods, now. */
export const readExpired = async (periods: Partial<RetentionPeriods>) =>
  (await call("GET", "/data-subject/expired", { query: periods })).data;
