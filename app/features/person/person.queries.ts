import { officeSender } from "#app/browser/session.ts";
import type { PersonApi } from "./person.contract.ts";

const call = officeSender<PersonApi>();

/** Erases for good all that is kept of a person. @returns the receipt */
export const erasePerson = async (email: string) => (await call("POST", "/person/erase", { body: { email } })).data;
