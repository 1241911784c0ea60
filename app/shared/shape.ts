import { z } from "zod";
import { cleanEmail, emailProblem, isEmail } from "./contact/email.ts";
import { cleanPhone, isPhone } from "./contact/phone.ts";
import { isWebAddress } from "./contact/web-address.ts";
import { isFocalPoint } from "./focal-point.ts";
import { isImageAddress } from "./image-address.ts";
import { limits } from "./limits.ts";
import { asciiDigits } from "./text/digits.ts";
import { isVisible } from "./text/visible.ts";

// Field schemas shared by several contracts. Text is stored as typed or refused: PostgreSQL cannot store NUL, and an
// unpaired surrogate would come back changed.

/** Text that may be empty. `label`: the start of error messages. */
export const text = (label: string, max: number = limits.longText) =>
  z
    .string({ error: `${label} has to be text.` })
    // Nothing else is looked at in a text that is too long.
    .max(max, { error: `${label} may have at most ${max.toLocaleString("en-GB")} characters.`, abort: true })
    .refine(
      (value) => !value.includes("\0") && value.isWellFormed(),
      `${label} contains a character that cannot be stored.`,
    );

/** Required text: has a visible character. Stored as typed. */
export const filled = (label: string, max: number = limits.title) =>
  text(label, max).refine(isVisible, `${label} is required.`);

/** A list of short texts, such as a job's requirements. */
export const textList = (label: string) =>
  z
    .array(text(label, 1_000), { error: `${label} has to be a list of texts.` })
    .max(limits.listEntries, `${label} may have at most ${limits.listEntries} entries.`);

/** The specification's words. */
const invalidEmail = "It should be a valid email address!";

/** Stored without what stands around a pasted address. What is wrong with a refused one is named. */
export const email = (label = "Email") =>
  z
    .string({ error: `${label} is required.` })
    .refine(isEmail, { error: ({ input }) => `${invalidEmail} ${emailProblem(String(input))}`.trim() })
    .refine((value) => value.isWellFormed(), `${label} contains a character that cannot be stored.`)
    .transform(cleanEmail);

/**
 * A phone number as text, stored as typed but for the script of its digits and the form of its extension. Empty counts
 * as absent; spaces alone are refused, because input is either stored or answered, never dropped. A number is converted
 * to its digits, within the range of exact integers, and null counts as absent.
 */
export const phone = () =>
  z
    .union(
      [
        text("Phone number", limits.phone)
          .refine(
            (value) => value === "" || isPhone(value),
            "Phone number takes digits, a leading +, spaces, dashes, dots, parentheses and an extension, as ext. 12.",
          )
          // An extension was begun and not given.
          .transform((value) => cleanPhone(value).replace(/ ext\. $/, "")),
        z.int().nonnegative().transform(String),
        z.null().transform(() => undefined),
      ],
      {
        // What is wrong with a text, its own schema says.
        error: ({ input, errors: [ofText = []] }) =>
          typeof input === "string" ? ofText[0]?.message : "Phone number has to be text, or a whole number.",
      },
    )
    .optional();

/** An image URL, or "". */
export const image = (label = "Image") =>
  text(label, limits.url).refine(
    (value) => value === "" || isImageAddress(value),
    `${label} has to be an uploaded image or an http(s) address.`,
  );

/** Alternative text of a picture: null if not stated, "" if the picture is decorative, as in HTML. */
export const altText = (label: string) => text(label, limits.title).nullable();

/** The focal point of a picture, such as "30% 40%", or "". */
export const focalPoint = (label: string) =>
  z
    .string({ error: `${label} has to be text.` })
    .refine(
      (value) => value === "" || isFocalPoint(value),
      `${label} has to be two whole percentages such as 30% 40%, or empty.`,
    );

/** An http(s) URL, or "". */
export const url = (label: string) =>
  text(label, limits.url).refine(
    (value) => value === "" || isWebAddress(value),
    `${label} has to be an address that begins with http:// or https://.`,
  );

/** A day as YYYY-MM-DD, in digits of any script, or "". */
export const day = (message: string) =>
  z
    .string(message)
    .transform(asciiDigits)
    .pipe(z.union([z.literal(""), z.iso.date()], message));

export function wholeNumber(label: string, least = 0, most = Number.MAX_SAFE_INTEGER) {
  const message = `${label} has to be a whole number from ${least} to ${most}.`;
  return z.number({ error: message }).int(message).min(least, message).max(most, message);
}

/** Fields that every managed entry has in addition to its own. */
export const managed = { published: z.boolean(), version: z.number().int() };

const count = (label: string, least: number, most: number) => {
  const message = `${label} has to be a whole number from ${least} to ${most}.`;
  return z
    .union(
      [
        z.literal("").transform(() => undefined),
        z.coerce.number(message).int(message).min(least, message).max(most, message),
      ],
      message,
    )
    .optional();
};

/** `?limit=&offset=&q=`; empty values count as absent, unknown keys are ignored. */
export const listQuery = z.object({
  limit: count("limit", 1, 1_000),
  offset: count("offset", 0, 10_000_000),
  q: text("q", 200).optional(),
});
export type ListQuery = z.infer<typeof listQuery>;

/** A state of a draft, as the draft calls name it. */
export const draftVersion = z.string().regex(/^\d{1,15}\.\d{1,9}$/, "This is not a version of a draft.");

/** `true` or `false` in a query string. */
export const flag = (label: string) =>
  z.enum(["true", "false"], { error: `${label} has to be true or false.` }).transform((value) => value === "true");

/** What a save of the back office says about itself. */
export const saveQuery = z.object({
  /**
   * The state of the draft that the save contains; it is deleted, unless it has been changed since. Such a save waits
   * for a client's approval where that is set.
   */
  draft: draftVersion.optional(),
  /** The same for an entry that has no draft and is not published yet. */
  ifApproved: flag("ifApproved").optional(),
});

export const removed = z.object({ slug: z.string() });
