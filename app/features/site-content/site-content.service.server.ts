import { insertChange } from "#app/platform/change.repository.server.ts";
import { type Writing, writeContent } from "#app/platform/content.server.ts";
import type { Db } from "#app/platform/deps.ts";
import { AppError } from "#app/shared/app-error.ts";
import { isEmail } from "#app/shared/email.ts";
import { isImageAddress } from "#app/shared/image-address.ts";
import { limits } from "#app/shared/limits.ts";
import { isPhone } from "#app/shared/phone.ts";
import type { SiteEdit, SiteEditInput } from "./site-content.contract.ts";
import { deleteEdit, findEdit, saveEdit } from "./site-content.repository.server.ts";

/** What the site's content says of one of its leaves. */
export interface SiteField {
  label: string;
  kind: "line" | "text" | "image" | "url" | "email" | "phone" | "number" | "timezone";
}

/** The leaves that this release knows, by path. */
export type SiteFields = ReadonlyMap<string, SiteField>;

/** Saves all edits or none. @throws AppError `invalid` naming each path, or `stale` with the current edit */
export function saveEdits(fields: SiteFields, writing: Writing, edits: SiteEditInput[]): Promise<SiteEdit[]> {
  const { deps, userId } = writing;
  return writeContent(deps, async (db) => {
    const at = deps.now();
    const saved = await applyEdits(fields, db, edits, at);
    for (const { path, value, version } of saved)
      await insertChange(db, {
        noun: "site",
        slug: path,
        version,
        action: version === 1 ? "create" : "update",
        data: { value },
        userId,
        at,
      });
    return saved;
  });
}

/** Checks the edits and writes them into the transaction that `db` is. @throws as `saveEdits` */
export async function applyEdits(fields: SiteFields, db: Db, edits: SiteEditInput[], at: Date): Promise<SiteEdit[]> {
  const errors = edits.flatMap((edit) => {
    const message = objection(fields.get(edit.path), edit.value);
    return message === undefined ? [] : [{ field: edit.path, message }];
  });
  if (errors[0]) throw new AppError("invalid", errors[0].message, { errors });
  const saved: SiteEdit[] = [];
  for (const edit of edits) saved.push(await save(db, edit, at));
  return saved;
}

async function save(db: Db, { path, value, version }: SiteEditInput, at: Date): Promise<SiteEdit> {
  const current = await findEdit(db, path);
  const before = current?.version ?? 0;
  const edit =
    version === undefined || version === before
      ? await saveEdit(db, { path, value, version: before + 1 }, at)
      : undefined;
  if (edit) return edit;
  const errors = [{ field: path, message: "Changed by somebody else." }];
  throw new AppError("stale", "Somebody else has saved this text in the meantime.", {
    data: (await findEdit(db, path)) ?? { path, version: 0 },
    errors,
  });
}

/** Takes an edit back, so that the default is shown; the edited text stays in the history. */
export async function resetEdit({ deps, userId }: Writing, path: string): Promise<void> {
  await writeContent(deps, async (db) => {
    const current = await findEdit(db, path);
    if (!current) return;
    await deleteEdit(db, path);
    await insertChange(db, {
      noun: "site",
      slug: path,
      version: current.version,
      action: "delete",
      data: { value: current.value },
      userId,
      at: deps.now(),
    });
  });
}

/** Why a value cannot stand at a leaf, in a sentence; nothing when it can. */
function objection(field: SiteField | undefined, value: string | number): string | undefined {
  if (!field) return "This text does not exist in this release.";
  const { label, kind } = field;
  if (kind === "number")
    return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 1e9
      ? undefined
      : `${label} has to be a whole number.`;
  if (typeof value !== "string") return `${label} has to be text.`;
  if (value.includes("\0") || !value.isWellFormed()) return `${label} holds a character that cannot be stored.`;
  return textObjection[kind](value) ? `${label} ${reasons[kind]}` : undefined;
}

const textObjection: Record<Exclude<SiteField["kind"], "number">, (value: string) => boolean> = {
  line: (value) => value.length > limits.title || /[\r\n]/.test(value),
  text: (value) => value.length > limits.longText,
  image: (value) => !isImageAddress(value),
  url: (value) => !/^https?:\/\//i.test(value) || !URL.canParse(value) || value.length > limits.url,
  email: (value) => !isEmail(value),
  phone: (value) => !isPhone(value) || value.length > limits.phone,
  timezone: (value) => !isTimeZone(value),
};

const reasons: Record<Exclude<SiteField["kind"], "number">, string> = {
  line: `may have at most ${limits.title} characters in one line.`,
  text: `may have at most ${limits.longText.toLocaleString("en-GB")} characters.`,
  image: "has to be an uploaded image or an http(s) address.",
  url: "has to be an address that begins with http:// or https://.",
  email: "has to be a valid email address.",
  phone: "takes digits, a leading +, spaces, dashes, dots and parentheses.",
  timezone: "has to be a time zone such as Asia/Karachi.",
};

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
    return value !== "";
  } catch {
    return false;
  }
}
