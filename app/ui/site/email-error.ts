import { emailProblem } from "#app/shared/contact/email.ts";

/** What a public form says of an address that it cannot send, or nothing; names what is wrong where that can be told. */
export function emailError(email: string): string | undefined {
  const problem = emailProblem(email);
  if (problem === undefined) return undefined;
  return problem ? `Enter a full email address. ${problem}` : "Enter a full email address, like name@company.com";
}
