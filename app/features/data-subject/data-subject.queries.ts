import { officeSender } from "#app/browser/session.ts";
import type { DataSubjectApi } from "./data-subject.contract.ts";

const call = officeSender<DataSubjectApi>();

/** Erases everything stored about a person for good. @returns the receipt */
export const eraseDataSubject = async (email: string) =>
  (await call("POST", "/person/erase", { body: { email } })).data;
