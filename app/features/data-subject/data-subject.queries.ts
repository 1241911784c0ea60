import { officeSender } from "#app/browser/session.ts";
import type { DataSubjectApi } from "./data-subject.contract.ts";

const call = officeSender<DataSubjectApi>();

/** Erases for good all that is kept of a person. @returns the receipt */
export const eraseDataSubject = async (email: string) =>
  (await call("POST", "/person/erase", { body: { email } })).data;
