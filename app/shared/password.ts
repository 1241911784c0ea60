import { limits } from "./limits.ts";

/** The specification's words. */
export const passwordMessage =
  "Password should be 8 characters and include at least 1 letter, 1 number and 1 special character!";

/**
 * The composition rule: at least 8 characters with a letter, a number and a special character. Letters of
 * any script count.
 */
export function isStrongPassword(value: string): boolean {
  return (
    value.length >= limits.passwordMin &&
    value.length <= limits.password &&
    /\p{L}/u.test(value) &&
    /\p{N}/u.test(value) &&
    /[^\p{L}\p{N}\s]/u.test(value)
  );
}
