import { z } from "zod";
import { isEmail } from "./email.ts";
import { isImageAddress } from "./image-address.ts";
import { limits } from "./limits.ts";
import { isPhone } from "./phone.ts";
import { isWebAddress } from "./web-address.ts";

// The field shapes that several contracts share. Text is stored as it was typed or refused: PostgreSQL cannot hold NUL,
// and half a surrogate pair would come back changed.

function stored(label: string, max: number) {
  return z
    .string({ error: `${label} has to be text.` })
    .max(max, `${label} may have at most ${max.toLocaleString("en-GB")} characters.`)
    .refine(
      (value) => !value.includes("\0") && value.isWellFormed(),
      `${label} holds a character that cannot be stored.`,
    );
}

/** Text that may be empty. `label` begins the message a person reads. */
export const text = (label: string, max: number = limits.longText) => stored(label, max);

/** Text that has to say something: not empty after trimming. Stored as typed. */
export const filled = (label: string, max: number = limits.title) =>
  stored(label, max).refine((value) => value.trim() !== "", `${label} is required.`);

/** A list of short texts, as Career's requirements. */
export const textList = (label: string) =>
  z
    .array(text(label, 1_000), { error: `${label} has to be a list of texts.` })
    .max(limits.listEntries, `${label} may have at most ${limits.listEntries} entries.`);

/** Trimmed, since a mailbox never has outer spaces. */
export const email = (label = "Email") =>
  z
    .string({ error: `${label} is required.` })
    .refine(isEmail, "It should be a valid email address!")
    .refine((value) => value.isWellFormed(), `${label} holds a character that cannot be stored.`)
    .transform((value) => value.trim());

/** Text, stored as typed; empty counts as none, spaces alone are refused, since what was typed is kept or answered, never dropped. A number is taken as its digits, as far as JSON carries them exactly, and null as none (spec/reading). */
export const phone = () =>
  z
    .union(
      [
        stored("Phone number", limits.phone).refine(
          (value) => value === "" || isPhone(value),
          "Phone number takes digits, a leading +, spaces, dashes, dots and parentheses.",
        ),
        z.int().nonnegative().transform(String),
        z.null().transform(() => undefined),
      ],
      "Phone number has to be text, or a whole number.",
    )
    .optional();

/** An image address, or nothing. */
export const image = (label = "Image") =>
  stored(label, limits.url).refine(
    (value) => value === "" || isImageAddress(value),
    `${label} has to be an uploaded image or an http(s) address.`,
  );

/** A web address, or nothing. */
export const url = (label: string) =>
  stored(label, limits.url).refine(
    (value) => value === "" || isWebAddress(value),
    `${label} has to be an address that begins with http:// or https://.`,
  );

/** A whole number, as a field holds one. */
export function wholeNumber(label: string, least = 0, most = Number.MAX_SAFE_INTEGER) {
  const message = `${label} has to be a whole number from ${least} to ${most}.`;
  return z.number({ error: message }).int(message).min(least, message).max(most, message);
}

/** What every managed entry carries beside its own fields (spec/reading). */
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

/** `?limit=&offset=&q=`; an empty value counts as none, unknown keys are ignored. */
export const listQuery = z.object({
  limit: count("limit", 1, 1_000),
  offset: count("offset", 0, 10_000_000),
  q: text("q", 200).optional(),
});
export type ListQuery = z.infer<typeof listQuery>;

/** `true` or `false` in a query. */
export const flag = (label: string) =>
  z.enum(["true", "false"], { error: `${label} has to be true or false.` }).transform((value) => value === "true");

export const slugParams = z.object({ slug: z.string() });

export const removed = z.object({ slug: z.string() });
