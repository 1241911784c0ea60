import type { Generated, Insertable, Kysely, Selectable } from "kysely";

// Every table as the newest migration leaves it. In the database names are snake_case (Kysely's CamelCasePlugin turns them).
// One set of types serves SQLite and PostgreSQL: times are ISO 8601 UTC text, booleans 0 or 1, JSON is text.

type Bit = 0 | 1;

/** What every entry that the office writes carries. `deletedAt` set: it is in the trash. */
interface ManagedColumns {
  id: Generated<number>;
  slug: string;
  published: Bit;
  /** The editors' order, ascending. */
  position: number;
  /** Counts saves; a PUT with If-Match on an older one is refused. */
  version: number;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
}

export interface ProjectTable extends ManagedColumns {
  /** Permanent address /details/{number}; never reused. */
  number: number;
  title: string;
  description: string;
  technology: string;
  projectImage: string;
  whatWeDid: string;
  drawnImage: string;
  /** JSON {rest, step, mid} or null. */
  seam: string | null;
}

export interface ProjectDetailTable {
  /** Random; the `_id` of the API. */
  id: string;
  projectId: number;
  heading: string;
  description: string;
  img: string;
  position: number;
  deletedAt: string | null;
}

export interface JobTable extends ManagedColumns {
  title: string;
  location: string;
  experience: string;
  description: string;
  /** JSON lists of texts. */
  requirements: string;
  perksAndBenefits: string;
  experienceDetails: string;
}

export interface FaqTable extends ManagedColumns {
  question: string;
  answer: string;
  /** JSON list of texts. */
  bullets: string;
}

export interface ReviewTable extends ManagedColumns {
  fullName: string;
  company: string;
  feedback: string;
  profileImage: string;
  /** Built-in review that nobody has replaced yet. */
  isSample: Bit;
}

export type LeadStatus = "new" | "replied" | "won" | "lost";

export interface TeamMemberTable extends ManagedColumns {
  fullName: string;
  role: string;
  photo: string;
}

export interface QuoteTable {
  id: Generated<number>;
  slug: string;
  fullName: string;
  email: string;
  /** In lower case: a person is found by it. */
  emailKey: string;
  phoneNumber: string | null;
  message: string;
  source: "quote" | "contact";
  isSpam: Bit;
  /** Why it was suspected, in a sentence; `null` when it never was. */
  spamReason: string | null;
  /** When the office has read it. */
  readAt: string | null;
  /** How far the office has come with it. */
  status: Generated<LeadStatus>;
  /** The administrator who sees to it; one who has been removed is no owner any more. */
  ownerId: number | null;
  nextStep: string | null;
  /** YYYY-MM-DD. */
  nextStepOn: string | null;
  createdAt: string;
  deletedAt: string | null;
}

/** What the office did with a lead and wrote about it, append-only. Goes with its quote. */
export interface QuoteEventTable {
  id: Generated<number>;
  quoteId: number;
  kind: "note" | "status" | "owner" | "next-step" | "reply";
  /** A note's or a reply's words; else what it was set to. */
  text: string;
  userId: number | null;
  /** Chosen by the browser: what is sent twice is kept once. */
  requestKey: string | null;
  createdAt: string;
}

/** Full-text index of quotes or subscriptions. SQLite: FTS5, whose key is `rowid`; PostgreSQL: a tsvector under `id`. */
export interface SearchTable {
  id: number;
  rowid: number;
  words: string;
}

export interface SubscriptionTable {
  id: Generated<number>;
  slug: string;
  email: string;
  /** The address in the form two spellings share; unique among what is not in the trash. */
  emailKey: string;
  /** `unconfirmed`: no mail was set up when the address came, so nobody could be asked. */
  state: "pending" | "confirmed" | "unsubscribed" | "unconfirmed";
  /** Random, known to the owner of the mailbox alone: confirms and unsubscribes. */
  token: string;
  createdAt: string;
  confirmedAt: string | null;
  unsubscribedAt: string | null;
  deletedAt: string | null;
}

/** One row per composed message: the same key gives the same entry and answer. */
export interface LeadKeyTable {
  /** SHA-256 of form and key. */
  keyHash: string;
  /** SHA-256 of the body it came with first. */
  bodyHash: string;
  /** JSON of the answer. */
  reply: string;
  /** Slug of the lead that the answer shows. */
  subject: string;
  createdAt: string;
}

export interface UserTable {
  id: Generated<number>;
  email: string;
  emailKey: string;
  fullName: string;
  profileImage: string;
  passwordHash: string;
  createdAt: string;
}

export interface SessionTable {
  id: Generated<number>;
  userId: number;
  /** SHA-256 of the token; the token itself is kept nowhere. */
  tokenHash: string;
  /** SHA-256 of the client's address at login: an address known to the account is not braked with the strangers. */
  addressHash: string;
  userAgent: string;
  createdAt: string;
  lastUsedAt: string;
}

/** The authenticator app of a user; `confirmedAt` null: begun, not yet in force. */
export interface SecondFactorTable {
  userId: number;
  /** Base32, as the app was given it: a code can only be computed from the secret itself. */
  secret: string;
  /** Time step of the last code that was accepted; that one and those before it never are again. */
  lastStep: number;
  /** Salt of the user's recovery codes. */
  recoverySalt: string;
  createdAt: string;
  confirmedAt: string | null;
}

/** A recovery code that was not used yet. */
export interface RecoveryCodeTable {
  userId: number;
  codeHash: string;
}

/** A link with which somebody becomes an administrator, once. Goes with the user who made it. */
export interface InvitationTable {
  id: Generated<number>;
  email: string;
  emailKey: string;
  fullName: string;
  tokenHash: string;
  invitedBy: number;
  createdAt: string;
}

/** The one reset link of a user that works. */
export interface PasswordResetTable {
  userId: number;
  tokenHash: string;
  dropsSecondFactor: Bit;
  /** Null: made on the server's console. */
  madeBy: number | null;
  createdAt: string;
}

export interface UploadTable {
  /** First 32 hex digits of the SHA-256 of `bytes`: the address of the image. */
  hash: string;
  mime: string;
  bytes: Uint8Array;
  width: number;
  height: number;
  createdAt: string;
}

export interface UploadVariantTable {
  hash: string;
  width: number;
  format: "avif" | "webp";
  bytes: Uint8Array;
}

/** A word, figure or picture of the site that an editor changed; defaults are code (app/site/content). */
export interface SiteContentTable {
  path: string;
  /** JSON. */
  value: string;
  version: number;
  updatedAt: string;
}

/** History: one row per saved state of a content entry. */
export interface ChangeTable {
  id: Generated<number>;
  noun: string;
  slug: string;
  version: number;
  /** Of `data`: app/platform/history-shape.ts. */
  shape: Generated<number>;
  action: "create" | "update" | "delete" | "restore";
  /** JSON of the entry as the API shows it. */
  data: string;
  userId: number | null;
  createdAt: string;
}

/** Mail that is queued in the transaction of its cause and sent by the mail worker. Its text is made from the lead when it is sent. */
export interface OutboxTable {
  id: Generated<number>;
  kind: string;
  /** Slug of the lead it belongs to. */
  subject: string;
  /** Hash of the address, for mail to one that has not proved itself: how many go there in a day is limited. */
  recipientHash: string | null;
  /** The same for every attempt, so that a mail that arrives twice is recognized. */
  messageId: string;
  state: "waiting" | "sent" | "failed";
  /** How often it was tried, by itself or, while the mail server was down, together with all others. */
  attempts: number;
  /** When it is due. A claim moves this to the end of its lease. */
  dueAt: string;
  /** The process that is sending it. */
  claimedBy: string | null;
  /** The last try failed because of the mail server and not because of this mail. */
  isServerFault: Bit;
  /** What the mail server answered. */
  lastError: string | null;
  /** When that was. */
  triedAt: string | null;
  createdAt: string;
  sentAt: string | null;
  /** The event of the lead whose words it carries, for an answer that the office wrote. */
  eventId: number | null;
}

/** Raised in the transaction of every content write: a cached page belongs to one version of the content. */
export interface ContentRevisionTable {
  id: number;
  revision: number;
}

/** What one request did to many entries of an inbox; kept for a while, so that it can be undone. */
export interface BulkChangeTable {
  id: Generated<number>;
  noun: "quote" | "subscription";
  /** JSON of what was done. */
  action: string;
  userId: number | null;
  createdAt: string;
  /** How many it has changed so far. */
  changed: Generated<number>;
  undoneAt: string | null;
}

/** What was done that no other table tells: with a single lead or subscription, among people, with mail, by the site itself. */
export interface ActivityTable {
  id: Generated<number>;
  kind: string;
  /** What it was done to: a slug, a number, an address in lower case; empty for none. */
  subject: string;
  userId: number | null;
  createdAt: string;
}

/** An entry that a bulk change has changed, with what it set as it was before. */
export interface BulkChangeEntryTable {
  bulkChangeId: number;
  entryId: number;
  status: LeadStatus | null;
  isSpam: Bit | null;
  spamReason: string | null;
  readAt: string | null;
}

/** Numbers that are assigned once and never reused. */
export interface CounterTable {
  name: string;
  next: number;
}

/** What an editor would save, to be looked at first. */
export interface PreviewTable {
  /** Nobody can guess it: whoever has the address may see the page. */
  id: string;
  /** JSON of the call. */
  input: string;
  createdAt: string;
}

/** Facts about this database itself, such as that the built-in content was written. */
export interface SettingTable {
  name: string;
  value: string;
}

/** Used on PostgreSQL, where several instances count together. */
export interface RateLimitTable {
  /** Hash of the rule and whom it counts. */
  key: string;
  /** JSON list of the attempts within the window, in milliseconds since 1970 by the database's clock. */
  taken: string;
  /** Whether the last attempt was refused. */
  isRefused: Bit;
  endsAt: number;
}

export interface Schema {
  project: ProjectTable;
  projectDetail: ProjectDetailTable;
  job: JobTable;
  faq: FaqTable;
  review: ReviewTable;
  teamMember: TeamMemberTable;
  quote: QuoteTable;
  quoteEvent: QuoteEventTable;
  quoteSearch: SearchTable;
  subscription: SubscriptionTable;
  subscriptionSearch: SearchTable;
  leadKey: LeadKeyTable;
  user: UserTable;
  session: SessionTable;
  secondFactor: SecondFactorTable;
  recoveryCode: RecoveryCodeTable;
  invitation: InvitationTable;
  passwordReset: PasswordResetTable;
  upload: UploadTable;
  uploadVariant: UploadVariantTable;
  siteContent: SiteContentTable;
  change: ChangeTable;
  outbox: OutboxTable;
  contentRevision: ContentRevisionTable;
  activity: ActivityTable;
  bulkChange: BulkChangeTable;
  bulkChangeEntry: BulkChangeEntryTable;
  counter: CounterTable;
  rateLimit: RateLimitTable;
  setting: SettingTable;
  preview: PreviewTable;
}

/** The database, or a transaction of it: repositories cannot tell and need not. */
export type Db = Kysely<Schema>;
export type Row<T extends keyof Schema> = Selectable<Schema[T]>;
export type NewRow<T extends keyof Schema> = Insertable<Schema[T]>;
