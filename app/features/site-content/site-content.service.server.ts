import { settleApprovals } from "#app/platform/content/approval.repository.server.ts";
import { requireApprovedSave } from "#app/platform/content/approval.server.ts";
import { type Writing, writeContent } from "#app/platform/content/content-write.server.ts";
import { findDraft, refuseNewer, takeDraft } from "#app/platform/content/draft.repository.server.ts";
import { type Author, keepRevision, lastVersion } from "#app/platform/content/revision.repository.server.ts";
import type { Db } from "#app/platform/deps.ts";
import { requirePictures } from "#app/platform/images/chosen-pictures.repository.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { cleanEmail, emailsIn, isEmail } from "#app/shared/contact/email.ts";
import { cleanPhone, isPhone } from "#app/shared/contact/phone.ts";
import { isWebAddress } from "#app/shared/contact/web-address.ts";
import { isFocalPoint } from "#app/shared/focal-point.ts";
import { hashOfUpload, isImageAddress } from "#app/shared/image-address.ts";
import { limits } from "#app/shared/limits.ts";
import { isVisible } from "#app/shared/text/visible.ts";
import { colourObjection, type ThemeColour } from "#app/shared/theme.ts";
import { isShorterPeriod, retentionPaths } from "./defaults/privacy.ts";
import { isRows } from "./defaults/site-content.ts";
import type { SiteRow, SiteRows, TextKind } from "./defaults/site-text.ts";
import type { SiteConflict, SiteEdit, SiteEditInput } from "./site-content.contract.ts";
import { deleteEdit, findEdit, readEdits, saveEdit } from "./site-content.repository.server.ts";
import { siteFields } from "./site-fields.service.server.ts";

/** Declaration of one leaf of the site's content. */
export interface SiteField {
  label: string;
  kind: TextKind;
  isRequired?: boolean;
  /** Of a colour. */
  role?: ThemeColour;
  /** Of a list. */
  rows?: SiteRows;
}

/**
 * Saves all edits or none. The history records each edit, including resets to the default. `draft`: the state of the
 * texts' draft that they contain; its publication waits for a client's approval where that is set.
 * @returns the texts that are now edited
 * @throws AppError `invalid` naming each path, or `stale` with the current state of each path that somebody else has
 *   saved since, or `conflict`
 */
export function saveEdits(
  writing: Writing,
  edits: SiteEditInput[],
  { draft, shortens }: { draft?: string | undefined } & Shortening = {},
): Promise<SiteEdit[]> {
  const { deps, userId } = writing;
  return writeContent(deps, async (db) => {
    const at = deps.now();
    if (draft) {
      const edited = await readEdits(db);
      const stored = await findDraft(db, "site", "texts");
      refuseNewer(stored, draft);
      // What the draft changes and this save does not, goes out as it is live.
      const paths = [...Object.keys(stored?.changes ?? {}), ...edits.map(({ path }) => path)];
      const live = Object.fromEntries(paths.map((path) => [path, edited[path] ?? null]));
      const body = { ...live, ...Object.fromEntries(edits.map(({ path, value }) => [path, value])) };
      await requireApprovedSave(db, { noun: "site", slug: "texts", live, asSaved: (values) => values, body, at });
    }
    const done = await writeEdits(db, edits, { userId, at, shortens });
    await requirePictures(db, Object.fromEntries(edits.map(({ path, value }) => [path, value])));
    if (draft && (await takeDraft(db, { noun: "site", slug: "texts", version: draft })))
      await settleApprovals(db, "site", "texts", at);
    return done.flatMap(({ path, value, version }) =>
      value === null ? [] : { path, value, version, updatedAt: at.toISOString() },
    );
  });
}

interface Shortening {
  /** Whether visitors' data may be kept for a shorter time. */
  shortens?: boolean | undefined;
}

/** Writes the edits with their history, in the transaction of `db`. @throws as `saveEdits` */
export async function writeEdits(
  db: Db,
  edits: SiteEditInput[],
  { userId, at, keep = keepRevision, shortens }: Author & Shortening,
): Promise<DoneEdit[]> {
  if (!shortens) await refuseShorter(db, edits);
  const done = await applyEdits(db, edits, at);
  for (const { path, before, value, version } of done)
    await keep(db, {
      noun: "site",
      slug: path,
      version,
      action: value === null ? "delete" : before === 0 ? "create" : "update",
      data: { value },
      userId,
      at,
    });
  return done;
}

/** @throws AppError `conflict` if an edit keeps visitors' data for a shorter time */
async function refuseShorter(db: Db, edits: SiteEditInput[]): Promise<void> {
  for (const { path, value, version } of edits) {
    if (typeof value !== "number" || !retentionPaths.includes(path)) continue;
    const current = await findEdit(db, path);
    // One over another version is refused for that.
    const isStale = version !== undefined && version !== (current?.version ?? 0);
    if (!isStale && isShorterPeriod(Number(current?.value ?? 0), value))
      throw new AppError(
        "conflict",
        "A shorter period erases visitors’ data for good. Set it under Personal data, which asks first.",
      );
  }
}

interface DoneEdit extends SiteConflict {
  /** The version that was overwritten, 0 for none. */
  before: number;
}

/**
 * Validates the edits and writes them in the transaction of `db`. Resetting a default changes nothing.
 * @throws as `saveEdits`
 */
export async function applyEdits(db: Db, edits: SiteEditInput[], at: Date): Promise<DoneEdit[]> {
  checkEdits(edits);
  const done: DoneEdit[] = [];
  const stale: SiteConflict[] = [];
  for (const edit of edits) {
    const result = await apply(db, { ...edit, value: cleaned(siteFields.get(edit.path), edit.value) }, at);
    if (result === "stale") stale.push(await currentEdit(db, edit.path));
    else if (result) done.push(result);
  }
  if (stale.length > 0) {
    const named = stale.map(({ path }) => ({ field: path, message: "Somebody else has changed this text." }));
    throw new AppError("stale", "Somebody else has saved newer texts in the meantime.", { data: stale, errors: named });
  }
  return done;
}

/** Without what stands around a pasted address or number; of a row the columns that it has. */
function cleaned(field: SiteField | undefined, value: SiteEditInput["value"]): SiteEditInput["value"] {
  const columns = Object.keys(field?.rows?.columns ?? {});
  if (isRows(value))
    return value.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? ""])));
  if (typeof value !== "string") return value;
  if (field?.kind === "email") return cleanEmail(value);
  if (field?.kind === "emails") return emailsIn(value).join(", ");
  return field?.kind === "phone" ? cleanPhone(value) : value;
}

/** @throws AppError `invalid` naming each path */
export function checkEdits(edits: { path: string; value: unknown }[]): void {
  const errors = edits.flatMap(({ path, value }) => {
    const field = siteFields.get(path);
    const message =
      field?.rows && isRows(value) ? rowsObjection(field.label, field.rows, value) : objection(field, value);
    return message === undefined ? [] : [{ field: path, message }];
  });
  if (errors[0]) throw new AppError("invalid", errors[0].message, { errors });
}

/** Version numbers continue after a reset, so that an old one is never mistaken for a new one. */
async function apply(
  db: Db,
  { path, value, version: edited }: SiteEditInput,
  at: Date,
): Promise<DoneEdit | "stale" | undefined> {
  const before = (await findEdit(db, path))?.version ?? 0;
  if (edited !== undefined && edited !== before) return "stale";
  if (value === null && before === 0) return undefined;
  const version = Math.max(before, await lastVersion(db, "site", path)) + 1;
  const isDone =
    value === null ? await deleteEdit(db, path, before) : await saveEdit(db, { path, value, version }, before, at);
  return isDone ? { path, value, version, before } : "stale";
}

/** The current value at a path; its default if it has not been edited. */
async function currentEdit(db: Db, path: string): Promise<SiteConflict> {
  const edit = await findEdit(db, path);
  return { path, value: edit?.value ?? null, version: edit?.version ?? 0 };
}

/** Why a leaf cannot take this value, as a sentence; nothing if it can. */
function objection(field: SiteField | undefined, value: unknown): string | undefined {
  if (!field) return "This text does not exist in this release.";
  if (value === null) return undefined;
  const { label, kind } = field;
  if (kind === "number")
    return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 1e9
      ? undefined
      : `${label} has to be a whole number.`;
  if (kind === "boolean") return typeof value === "boolean" ? undefined : `${label} has to be on or off.`;
  if (kind === "rows") return `${label} has to be a list of rows.`;
  if (typeof value !== "string") return `${label} has to be text.`;
  if (value.includes("\0") || !value.isWellFormed()) return `${label} contains a character that cannot be stored.`;
  if (field.isRequired && !isVisible(value.replace(marksOfHeadings, ""))) return `${label} is required.`;
  if (kind === "colour") {
    const reason = field.role && colourObjection(field.role, value);
    return reason && `${label} ${reason}`;
  }
  return textObjection[kind](value) ? `${label} ${reasons[kind]}` : undefined;
}

/** Why a list cannot have these rows: the first thing that is wrong with one of them. */
function rowsObjection(label: string, { entryName, columns }: SiteRows, list: SiteRow[]): string | undefined {
  for (const [index, row] of list.entries())
    for (const [column, { label: said, isUrl, required }] of Object.entries(columns)) {
      const value = row[column] ?? "";
      if (value === "" && !required) continue;
      const kind = isUrl ? "url" : "text";
      const name = `${label}, ${entryName} ${index + 1}: ${said}`;
      const reason = objection({ label: name, kind, isRequired: required === true }, value);
      if (reason) return reason;
    }
  return undefined;
}

/** As in app/ui/site/drawn-heading.tsx: alone, they show nothing. */
const marksOfHeadings = /[[\]/]/g;

type Checked = Exclude<TextKind, "number" | "boolean" | "colour" | "rows">;

const textObjection: Record<Checked, (value: string) => boolean> = {
  text: isTooLong,
  // "" is a choice, a blank is not.
  alt: (value) => isTooLong(value) || (value !== "" && !isVisible(value)),
  focalPoint: (value) => value !== "" && !isFocalPoint(value),
  longText: (value) => value.length > limits.longText,
  image: (value) => !isImageAddress(value),
  url: (value) => !isWebAddress(value) || value.length > limits.url,
  email: (value) => !isEmail(value),
  emails: (value) => !areEmails(value),
  phone: (value) => !isPhone(value) || value.length > limits.phone,
  timezone: (value) => !isTimeZone(value),
  logo: (value) => value !== "" && !(isImageAddress(value) && hashOfUpload(value)),
};

const mostEmails = 10;

const reasons: Record<Checked, string> = {
  text: `may have at most ${limits.title} characters in one line.`,
  alt: `has to be one line of at most ${limits.title} characters, or Decorative.`,
  focalPoint: "takes two whole per cent, such as 30% 40%.",
  longText: `may have at most ${limits.longText.toLocaleString("en-GB")} characters.`,
  image: "has to be an uploaded image or an http(s) address.",
  url: "has to be an address that begins with http:// or https://.",
  email: "has to be a valid email address.",
  emails: `has to be a valid email address, or up to ${mostEmails} with commas between them.`,
  phone: "takes digits, a leading +, spaces, dashes, dots, parentheses and an extension, as ext. 12.",
  timezone: "has to be a time zone such as Asia/Karachi.",
  logo: "has to be an uploaded picture (PNG, JPEG, WebP, AVIF or GIF). Export an SVG as PNG first.",
};

function areEmails(value: string): boolean {
  const addresses = emailsIn(value);
  return addresses.length > 0 && addresses.length <= mostEmails && addresses.every(isEmail);
}

function isTooLong(value: string): boolean {
  return value.length > limits.title || /[\r\n]/.test(value);
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
    return value !== "";
  } catch {
    return false;
  }
}
