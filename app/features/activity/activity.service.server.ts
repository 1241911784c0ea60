import { siteFieldName } from "#app/features/site-content/site-fields.service.server.ts";
import { formerAdministrator, userNames } from "#app/platform/accounts/user-name.repository.server.ts";
import { findContentType } from "#app/platform/content/content-types.ts";
import { discardedDrafts } from "#app/platform/content/draft.repository.server.ts";
import { entryTitles } from "#app/platform/content/entry-titles.repository.server.ts";
import { inCurrentShape, isKnownShape } from "#app/platform/content/history-shape.ts";
import { lastSavedAt } from "#app/platform/content/revision.repository.server.ts";
import type { Db } from "#app/platform/deps.ts";
import { readableEmail } from "#app/platform/mailbox-key.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { capitalised, historyPath, updatePath } from "#app/shared/content-type.ts";
import { idsIn } from "#app/shared/rows.ts";
import type { Activity } from "./activity.contract.ts";
import {
  addressesOf,
  endsOf,
  type FoundActivity,
  type FoundBulk,
  type FoundChange,
  type FoundEvent,
  type FoundOther,
  findActivity,
  keyOf,
  type LeadFacts,
  lastStatusEvents,
  leadsOf,
  newestOf,
  type Place,
  parseId,
  readActivity,
  shapesBefore,
  statesOf,
} from "./activity.repository.server.ts";
import {
  answerLabels,
  bulkLabels,
  entryVerbs,
  erasedAmount,
  isFinal,
  leadEventLabels,
  leadEventReasons,
  otherLabels,
} from "./activity-labels.service.server.ts";

interface Facts {
  users: Map<number | null, string>;
  ends: Map<string, { first: number; last: number }>;
  /** Changes whose undo would save a state that this release does not understand. */
  unreadable: Set<number>;
  titleOf: Awaited<ReturnType<typeof entryTitles>>;
  /** Entries whose draft has been discarded and can be restored, and when it was. */
  discarded: Map<string, string>;
  leads: LeadFacts[];
  addresses: Map<string, { email: string; deletedAt: string | null }>;
  newestStatus: Set<number>;
  /** The last ones on each lead and subscription. */
  newest: Set<number>;
  /** When content was last saved. */
  lastSavedAt: string | undefined;
}

/** A page of the list. @throws AppError `not_found` if the position it starts from does not exist */
export async function listActivity(
  db: Db,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<Activity[]> {
  return describeActivity(
    db,
    await readActivity(db, before === undefined ? undefined : await placeOf(db, before), limit),
  );
}

async function placeOf(db: Db, id: string): Promise<Place> {
  const { source, createdAt, ...row } = await getActivity(db, id);
  return { source, at: createdAt, id: row.id };
}

/** @throws AppError `not_found` */
export async function getActivity(db: Db, id: string): Promise<FoundActivity> {
  const named = parseId(id);
  const found = named && (await findActivity(db, named.source, named.id));
  if (!found) throw new AppError("not_found", "This is no longer in the list. Load it again.");
  return found;
}

/** The contents of a saved state and of the one before it, in the current fields. @throws AppError `not_found` */
export async function readStates(db: Db, id: string) {
  const found = await getActivity(db, id);
  if (found.source !== "change") throw new AppError("not_found", "There is nothing to compare.");
  const [newer, older] = (await statesOf(db, found)).map((state) => inCurrentShape(found.noun, state).data);
  return { newer: newer ?? {}, older: older ?? null };
}

/** Describes activities, and whether each can currently be undone. */
export async function describeActivity(db: Db, found: FoundActivity[]): Promise<Activity[]> {
  const changes = found.filter((row) => row.source === "change");
  const events = found.filter((row) => row.source === "lead");
  const others = found.filter((row) => row.source === "activity");
  const about = (kind: string) => others.filter((row) => row.kind.startsWith(kind)).map(({ subject }) => subject);
  const drafts = [...about("draft-"), ...about("approval-")].flatMap((subject) => placeIn(subject) ?? []);
  const facts: Facts = {
    users: await userNames(
      db,
      found.flatMap((row) => [row.userId, row.source === "bulk" ? newOwnerIn(row.action) : null]),
    ),
    ends: await endsOf(db, changes),
    unreadable: await unreadableOf(db, changes),
    titleOf: await entryTitles(db, [...changes, ...drafts]),
    discarded: await discardedDrafts(db, drafts),
    leads: await leadsOf(db, { ids: events.map(({ quoteId }) => quoteId), slugs: about("lead-") }),
    addresses: await addressesOf(db, about("subscription-")),
    newest: await newestOf(db, [...about("lead-"), ...about("subscription-")]),
    newestStatus: await lastStatusEvents(
      db,
      events.map(({ quoteId }) => quoteId),
    ),
    lastSavedAt: about("site-").length > 0 ? await lastSavedAt(db) : undefined,
  };
  return found.map((row) => ({
    id: `${row.source}:${row.id}`,
    at: row.createdAt,
    author: authorOf(row, facts),
    ...describeRow(row, facts),
  }));
}

async function unreadableOf(db: Db, changes: FoundChange[]): Promise<Set<number>> {
  // What was added, deleted or restored is undone by way of the trash.
  const saved = changes.filter(({ noun, action }) => action === "update" || noun === "site");
  const shapes = await shapesBefore(db, idsIn(saved));
  const unknown = saved.filter(({ id, noun }) => shapes.has(id) && !isKnownShape(noun, shapes.get(id) ?? 0));
  return new Set(idsIn(unknown));
}

function authorOf(row: FoundActivity, { users }: Facts): string {
  if (row.userId !== null) return users.get(row.userId) ?? capitalised(formerAdministrator);
  return "kind" in row && row.kind in answerLabels ? "The client" : "";
}

type ActivityText = Omit<Activity, "id" | "at" | "author">;

const can = { can: true } as const;
const cannot = (reason: string) => ({ can: false as const, reason });

function describeRow(row: FoundActivity, facts: Facts): ActivityText {
  switch (row.source) {
    case "change":
      return ofChange(row, facts);
    case "bulk":
      return ofBulk(row, facts);
    case "lead":
      return ofEvent(row, facts);
    case "activity":
      return ofOther(row, facts);
  }
}

const newer = cannot("It has been changed since. Its history brings back any version.");
/** In the words of the entry's history. */
const otherRelease = cannot("Another release kept the version before it, in fields that this one does not know.");

function ofChange(row: FoundChange, { ends, unreadable, titleOf }: Facts): ActivityText {
  const { noun, slug, id, action } = row;
  const { first, last } = ends.get(keyOf(row)) ?? { first: id, last: id };
  const undo = id !== last ? newer : unreadable.has(id) ? otherRelease : can;
  if (noun === "order") {
    const type = findContentType(slug);
    return {
      done: id === first ? "Kept the order of" : "Sorted",
      what: type?.many ?? slug,
      to: `/history/order/${slug}`,
      undo: id === first ? cannot("This is the order before it was first changed.") : undo,
    };
  }
  if (noun === "site")
    return {
      done: action === "delete" ? "Reset to built-in" : "Changed the text",
      what: siteFieldName(slug) ?? slug,
      to: `/history/site/${slug}`,
      change: { noun, slug },
      undo: siteFieldName(slug) === undefined ? cannot("This release has no such text.") : undo,
    };
  const type = findContentType(noun);
  return {
    done: `${entryVerbs[action]} the ${type?.one ?? noun}`,
    what: titleOf(row),
    ...(type && { to: historyPath(type, slug) }),
    ...(action === "update" && { change: { noun, slug } }),
    undo: !type
      ? cannot("This release has no such entries.")
      : id === last && action === "update" && id === first
        ? cannot("Its previous content was not stored.")
        : undo,
  };
}

/** The id in the action of a bulk change that gives leads to somebody. */
const newOwnerIn = (action: string): number | null => Number(/^owner (\d+)$/.exec(action)?.[1]) || null;

function assigned(action: string, { users }: Facts): string | undefined {
  if (!action.startsWith("owner ")) return undefined;
  const ownerId = newOwnerIn(action);
  return leadEventLabels.owner(ownerId === null ? "" : (users.get(ownerId) ?? formerAdministrator));
}

function ofBulk({ noun, action, changed, undoneAt }: FoundBulk, facts: Facts): ActivityText {
  const many = noun === "quote" ? "messages" : "subscriptions";
  const count = changed > 0 ? `${changed.toLocaleString("en-GB")} ${changed === 1 ? many.slice(0, -1) : many}` : many;
  return {
    done: bulkLabels[action] ?? assigned(action, facts) ?? `Marked as ${action}`,
    what: count,
    to: `/${noun}`,
    undo: undoneAt === null ? can : cannot("It has been undone, or is older than 30 days."),
  };
}

function ofEvent({ kind, text, quoteId, id }: FoundEvent, { leads, newestStatus }: Facts): ActivityText {
  const lead = leads.find((each) => each.id === quoteId);
  const isNewest = newestStatus.has(id) && lead?.status === text && lead.deletedAt === null;
  return {
    done: leadEventLabels[kind](text),
    what: lead?.fullName ?? "",
    ...(lead && lead.deletedAt === null && { to: `/quote/${lead.slug}` }),
    undo: kind === "status" && isNewest ? can : cannot(leadEventReasons[kind]),
  };
}

/** An entry in the form that activities name it, "job/engineer". */
export function placeIn(subject: string): { noun: string; slug: string } | undefined {
  const [noun, slug] = subject.split(/\/(.*)/);
  return noun && slug ? { noun, slug } : undefined;
}

function ofDraft({ kind, subject, createdAt }: FoundOther, { titleOf, discarded }: Facts): ActivityText {
  const { done, reason = isFinal } = otherLabels[kind] ?? { done: kind };
  const place = placeIn(subject);
  const type = place && findContentType(place.noun);
  return {
    done,
    what: place?.noun === "site" ? "the Site texts" : place ? titleOf(place) : "",
    ...(type ? { to: updatePath(type, place.slug) } : place?.noun === "site" ? { to: "/site" } : {}),
    // An earlier one was another draft.
    undo: kind === "draft-discarded" && createdAt >= (discarded.get(subject) ?? "never") ? can : cannot(reason),
  };
}

function ofOther(row: FoundOther, facts: Facts): ActivityText {
  const { kind, subject } = row;
  const { leads, addresses, newest, lastSavedAt = "" } = facts;
  if (kind.startsWith("draft-") || kind.startsWith("approval-")) return ofDraft(row, facts);
  const { done, to, reason = isFinal } = otherLabels[kind] ?? { done: kind };
  const isLead = kind.startsWith("lead-");
  const lead = leads.find(({ slug }) => slug === subject);
  const address = addresses.get(subject);
  if (kind === "site-set-back")
    return { done, what: momentOf(subject), undo: lastSavedAt <= row.createdAt ? can : cannot(reason) };
  const isErased = ["purged", "expired", "pictures-purged"].includes(kind);
  const inbox = isLead ? lead?.fullName : kind.startsWith("subscription-") ? address?.email : readableEmail(subject);
  const what = isErased ? erasedAmount(subject) : inbox;
  const place = isLead && lead?.deletedAt === null ? `/quote/${subject}` : to;
  // What somebody has worked on would be hidden, and erased in time.
  const isUntouched = lead && (lead.lastEventAt ?? "") <= row.createdAt;
  const isWorkedOn = lead && (lead.status !== "new" || lead.ownerId !== null || lead.nextStep !== null);
  const isNow: Record<string, boolean | undefined> = {
    "lead-deleted": lead !== undefined && lead.deletedAt !== null,
    "lead-restored": lead?.deletedAt === null && isUntouched,
    "lead-spam": lead?.deletedAt === null && Boolean(lead.isSpam),
    "lead-not-spam": lead?.deletedAt === null && !lead.isSpam && isUntouched && !isWorkedOn,
    "subscription-deleted": address !== undefined && address.deletedAt !== null,
    "subscription-restored": address?.deletedAt === null,
  };
  return {
    done,
    what: what ?? "",
    ...(place && { to: place }),
    undo: newest.has(row.id) && isNow[kind] ? can : cannot(reason),
  };
}

/** "2026-05-01 12:00 UTC". `at` is ISO 8601 in UTC. */
const momentOf = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
