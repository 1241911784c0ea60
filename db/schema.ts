import type { Generated, Insertable, Kysely, Selectable } from "kysely";

// Every table as of the newest migration. Names are snake_case in the database (converted by Kysely's CamelCasePlugin).
// One set of types serves SQLite and PostgreSQL: times are ISO 8601 UTC text, booleans 0 or 1, JSON is text.

type Bit = 0 | 1;

/** Columns of every entry that staff edit. `deletedAt` set: it is in the trash. */
interface ManagedColumns {
  id: Generated<number>;
  slug: string;
  published: Bit;
  /** The editors' order, ascending. */
  position: number;
  /** Incremented with every save; a PUT with If-Match on an older version is rejected. */
  version: number;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
}

export type LeadStatus = "new" | "replied" | "won" | "lost";

/**
 * Full-text index of quotes or subscriptions. SQLite: FTS5, whose key is `rowid`; PostgreSQL: a tsvector under `id`.
 */
interface SearchTable {
  id: number;
  rowid: number;
  words: string;
}

export interface Schema {
  project: ManagedColumns & {
    /** Permanent path /details/{number}; never reused. */
    number: number;
    title: string;
    description: string;
    technology: string;
    projectImage: string;
    /** Null: not stated. Empty: decorative. The same holds for the other alternative texts. */
    projectImageAlt: Generated<string | null>;
    /** As "30% 40%"; empty: not set. The same holds for the other focal points. */
    projectImageFocus: Generated<string>;
    whatWeDid: string;
    drawnImage: string;
    /** JSON {rest, step, mid} or null. */
    seam: string | null;
    problem: Generated<string>;
    sketchReason: Generated<string>;
    decision: Generated<string>;
    clientWords: Generated<string>;
    clientType: Generated<string>;
    sector: Generated<string>;
    year: Generated<number | null>;
    weeks: Generated<number | null>;
    liveUrl: Generated<string>;
    sketchImage: Generated<string>;
    sketchImageAlt: Generated<string | null>;
    /** JSON list of texts. */
    disciplines: Generated<string>;
    /** JSON list of {role, count}. */
    team: Generated<string>;
    /** JSON list of {figure, meaning, source}. */
    outcomes: Generated<string>;
    /** A built-in case that has not been replaced yet. */
    isSample: Generated<Bit>;
  };
  projectDetail: {
    /** Random; the `_id` of the API. */
    id: string;
    projectId: number;
    heading: string;
    description: string;
    img: string;
    /** side, full, pair or close-up. */
    layout: Generated<string>;
    imgAlt: Generated<string | null>;
    imgFocus: Generated<string>;
    position: number;
    deletedAt: string | null;
  };
  job: ManagedColumns & {
    title: string;
    location: string;
    experience: string;
    description: string;
    /** JSON arrays of strings. */
    requirements: string;
    perksAndBenefits: string;
    experienceDetails: string;
    /** YYYY-MM-DD, or empty. */
    closesOn: Generated<string>;
    /** Whether visitors see it until that day only. */
    closesItself: Generated<Bit>;
    pay: Generated<string>;
    hours: Generated<string>;
    /** A JSON array of strings. */
    hiring: Generated<string>;
  };
  faq: ManagedColumns & {
    question: string;
    answer: string;
    /** JSON array of strings. */
    bullets: string;
  };
  review: ManagedColumns & {
    fullName: string;
    company: string;
    feedback: string;
    profileImage: string;
    profileImageAlt: Generated<string | null>;
    profileImageFocus: Generated<string>;
    /** A built-in review that has not been replaced yet. */
    isSample: Bit;
  };
  teamMember: ManagedColumns & {
    fullName: string;
    role: string;
    photo: string;
    photoAlt: Generated<string | null>;
    photoFocus: Generated<string>;
  };
  quote: {
    id: Generated<number>;
    slug: string;
    fullName: string;
    email: string;
    /** Lower-case address, used for lookups. */
    emailKey: string;
    phoneNumber: string | null;
    message: string;
    source: "quote" | "contact";
    isSpam: Bit;
    /** Why it is or was suspected, as a sentence; `null` if it never was. */
    spamReason: string | null;
    /** When staff marked it as spam; `null` if they did not. */
    spamSince: string | null;
    /** When staff first read it. */
    readAt: string | null;
    /** Progress of staff on the lead. */
    status: Generated<LeadStatus>;
    /** The administrator responsible for it; one who has been removed counts as nobody. */
    ownerId: number | null;
    nextStep: string | null;
    /** YYYY-MM-DD. */
    nextStepOn: string | null;
    createdAt: string;
    deletedAt: string | null;
  };
  /** Actions and notes of staff on a lead, append-only. Deleted with its quote. */
  quoteEvent: {
    id: Generated<number>;
    quoteId: number;
    kind: "note" | "status" | "owner" | "next-step" | "reply";
    /** The text of a note or reply; otherwise the new value. */
    text: string;
    userId: number | null;
    /** Chosen by the browser, so that a repeated request is stored once. */
    requestKey: string | null;
    /** The bulk change that it is part of. */
    bulkChangeId: number | null;
    createdAt: string;
  };
  quoteSearch: SearchTable;
  subscription: {
    id: Generated<number>;
    slug: string;
    email: string;
    /** Normalized address, the same for equivalent spellings; unique among rows not in the trash. */
    emailKey: string;
    /**
     * `unconfirmed`: no mail server was configured when the subscription arrived, so no confirmation could be
     * requested.
     */
    state: "pending" | "confirmed" | "unsubscribed" | "unconfirmed";
    /** Random, known only to the owner of the mailbox: used to confirm and unsubscribe. */
    token: string;
    createdAt: string;
    confirmedAt: string | null;
    unsubscribedAt: string | null;
    deletedAt: string | null;
  };
  subscriptionSearch: SearchTable;
  /** One row per submitted message: the same key yields the same entry and reply. */
  leadKey: {
    /** SHA-256 of form and key. */
    keyHash: string;
    /** SHA-256 of the body first sent with the key. */
    bodyHash: string;
    /** The reply as JSON. */
    reply: string;
    /** Slug of the lead in the reply. */
    subject: string;
    createdAt: string;
  };
  user: {
    id: Generated<number>;
    email: string;
    emailKey: string;
    fullName: string;
    profileImage: string;
    passwordHash: string;
    createdAt: string;
  };
  session: {
    id: Generated<number>;
    userId: number;
    /** SHA-256 of the token; the token itself is not stored. */
    tokenHash: string;
    /**
     * SHA-256 of the client's IP address at login: addresses known to the account are not throttled along with
     * strangers.
     */
    addressHash: string;
    userAgent: string;
    createdAt: string;
    lastUsedAt: string;
  };
  /** A user's authenticator app; `confirmedAt` null: set-up has begun but is not in force. */
  secondFactor: {
    userId: number;
    /** Base32, as given to the app: codes can only be computed from the secret itself. */
    secret: string;
    /** Time step of the last accepted code; neither it nor any earlier one is accepted again. */
    lastStep: number;
    /** Salt of the user's recovery codes. */
    recoverySalt: string;
    createdAt: string;
    confirmedAt: string | null;
  };
  /** An unused recovery code. */
  recoveryCode: {
    userId: number;
    codeHash: string;
  };
  /** A single-use link for becoming an administrator. Deleted with the user who created it. */
  invitation: {
    id: Generated<number>;
    email: string;
    emailKey: string;
    fullName: string;
    tokenHash: string;
    invitedBy: number;
    createdAt: string;
  };
  /** A user's only valid password reset link. */
  passwordReset: {
    userId: number;
    tokenHash: string;
    dropsSecondFactor: Bit;
    /** Null: created on the server's console. */
    madeBy: number | null;
    createdAt: string;
  };
  upload: {
    /** First 32 hex digits of the SHA-256 of `bytes`: the address of the image. */
    hash: string;
    mime: string;
    /** Empty if an object in the bucket holds them. */
    bytes: Uint8Array;
    width: number;
    height: number;
    createdAt: string;
    /** Name of that object in this site's folder of the bucket; null: `bytes` are here. */
    objectKey: Generated<string | null>;
    /** Its size in bytes; null: `bytes` are here. */
    objectSize: Generated<number | null>;
    isAnimated: Generated<Bit>;
  };
  uploadVariant: {
    hash: string;
    width: number;
    format: "avif" | "webp";
    bytes: Uint8Array;
  };
  /** A picture that was cut out of another one. */
  pictureCrop: {
    hash: string;
    /** The uploaded picture that it is a part of, also if it is a crop of a crop. It may have been deleted. */
    whole: string;
  };
  /** The file name that a picture was uploaded with last; of a crop that of the whole picture. */
  pictureName: {
    hash: string;
    name: string;
  };
  /**
   * A picture stored before crops were noted, which nothing showed then: any other picture of that time may be a crop
   * of it, or it of one. Empty 30 days later.
   */
  untracedPicture: {
    hash: string;
  };
  /**
   * The folder below the bucket's prefix that belongs to this database alone. Backups leave it out: what is restored
   * from one can neither read nor delete the objects of the site that it is a copy of.
   */
  bucketFolder: {
    purpose: "pictures";
    name: string;
  };
  /**
   * Objects in the bucket that no picture refers to any longer, or not yet: a row is inserted before its object is
   * stored, and deleted in the transaction that makes a picture refer to it. Whatever is left is deleted by the worker.
   */
  unusedObject: {
    key: string;
    /** The worker leaves it alone until then; empty: it is deleted at once. */
    deleteAfter: string;
    /** The worker has begun to delete it: no picture may refer to it any more. */
    isDeleting: Bit;
  };
  /**
   * A text, number or picture of the site that an editor changed; defaults are in code
   * (app/features/site-content/defaults).
   */
  siteContent: {
    path: string;
    /** JSON. */
    value: string;
    version: number;
    updatedAt: string;
  };
  /** History: one row per saved state of a content entry. */
  change: {
    id: Generated<number>;
    noun: string;
    slug: string;
    version: number;
    /** Shape version of `data`: app/platform/content/history-shape.ts. */
    shape: Generated<number>;
    action: "create" | "update" | "delete" | "restore";
    /** The entry as the API returned it, as JSON. */
    data: string;
    userId: number | null;
    createdAt: string;
  };
  /**
   * Email queued in the transaction that causes it and sent by the mail worker. Its text is rendered from the lead when
   * it is sent.
   */
  outbox: {
    id: Generated<number>;
    kind: string;
    /**
     * What the mail is about, such as the slug of its lead; not its subject line (app/features/mail/outbox.repository).
     */
    subject: string;
    /** Hash of the address, for mail to an unconfirmed one: the number sent there per day is limited. */
    recipientHash: string | null;
    /** The same for every attempt, so that a mail delivered twice is recognized as one. */
    messageId: string;
    state: "waiting" | "sent" | "failed";
    /** Number of attempts, whether on its own or, while the mail server was down, together with all others. */
    attempts: number;
    /** When the next attempt is due. Claiming the row moves this to the end of the lease. */
    dueAt: string;
    /** The process that is sending it. */
    claimedBy: string | null;
    /** The last attempt failed because of the mail server rather than this mail. */
    isServerFault: Bit;
    /** The mail server's last error. */
    lastError: string | null;
    /** When the last attempt was made. */
    triedAt: string | null;
    createdAt: string;
    sentAt: string | null;
    /** The event of the lead that holds its text, for a reply written by staff. */
    eventId: number | null;
    /** Those among several recipients who have it already: their mailbox keys, separated by spaces. */
    takenBy: string | null;
  };
  /** Incremented in the transaction of every content write: a cached page belongs to one version of the content. */
  contentRevision: {
    id: number;
    revision: number;
  };
  /**
   * An activity that no other table records: on a single lead or subscription, by or about administrators, on mail, or
   * by the site itself.
   */
  activity: {
    id: Generated<number>;
    kind: string;
    /** What it was done to: a slug, an id or a lower-case email address; empty for none. */
    subject: string;
    userId: number | null;
    createdAt: string;
  };
  /** One request that changed many entries of an inbox; kept for a while so that it can be undone. */
  bulkChange: {
    id: Generated<number>;
    noun: "quote" | "subscription";
    /** Such as `delete`, a status, or `owner 5`. */
    action: string;
    userId: number | null;
    createdAt: string;
    /** Number of entries changed so far. */
    changed: Generated<number>;
    undoneAt: string | null;
  };
  /** An entry changed by a bulk change, with its previous values. */
  bulkChangeEntry: {
    bulkChangeId: number;
    entryId: number;
    status: LeadStatus | null;
    isSpam: Bit | null;
    spamReason: string | null;
    readAt: string | null;
    ownerId: number | null;
  };
  /** A token that was mailed, and the link that it opens; both as SHA-256. */
  mailedLink: {
    tokenHash: string;
    linkHash: string;
    createdAt: string;
  };
  /** Numbers that are assigned once and never reused. */
  counter: {
    name: string;
    next: number;
  };
  /** Used on PostgreSQL, where several instances count together. */
  rateLimit: {
    /** Hash of the rule and the client or account it counts. */
    key: string;
    /** JSON list of the attempts within the window, in milliseconds since 1970 by the database's clock. */
    taken: string;
    /** Whether the last attempt was rejected. */
    isRefused: Bit;
    endsAt: number;
  };
  /** Facts about this database itself, such as that the built-in content has been written. */
  setting: {
    name: string;
    value: string;
  };
  /** An edit that visitors do not see until it is published; at most one for each entry. */
  draft: {
    id: Generated<number>;
    /** Name of the content type, or `site`. */
    noun: string;
    slug: string;
    /** Incremented with every save of the draft. */
    version: number;
    /** The changed fields as the entry's update call accepts them, as JSON. Not validated until they are published. */
    changes: string;
    /** What these fields said when they were typed over, as JSON. */
    base: string;
    /** Version of the entry at that time. */
    baseVersion: number;
    /** Shape version of `changes` and `base`: app/platform/content/history-shape.ts. */
    shape: number;
    /** The administrator who saved it last. */
    userId: number | null;
    /** When to publish it; `null`: only by hand. */
    publishAt: string | null;
    /** The administrator who chose that time. */
    scheduledBy: number | null;
    /** Why it could not be published at that time, as a sentence. */
    failure: string | null;
    createdAt: string;
    updatedAt: string;
    /** Set: discarded, and kept for a while so that it can be undone. */
    discardedAt: string | null;
  };
  /** An unsaved edit for previewing. */
  preview: {
    /** Unguessable: anyone who has the link may see the page. */
    id: string;
    /** The request as JSON. */
    input: string;
    createdAt: string;
  };
  /** A link with which a client looks at a draft and approves it, without an account. Its token is not stored. */
  approvalLink: {
    id: Generated<number>;
    /** SHA-256. */
    tokenHash: string;
    /** Name of the content type, or `site`. */
    noun: string;
    slug: string;
    /** With `site`: the page that shows the texts; otherwise empty. */
    page: string;
    /** Whom it is for. */
    name: string;
    /** Their address, or empty; nothing is sent there. */
    email: string;
    /** Lower-case address, used for lookups. */
    emailKey: string;
    /** Whether publishing waits for the approval. */
    isRequired: Bit;
    /** The administrator who made it and is told about answers. */
    createdBy: number | null;
    createdAt: string;
    endsAt: string;
    revokedAt: string | null;
  };
  /** What a client answered: a comment, an approval, or a request for changes. Append-only, except for `doneAt`. */
  approvalNote: {
    id: Generated<number>;
    linkId: number;
    /** Chosen by the form, so that a repeated submission is stored once. */
    formKey: string;
    kind: "comment" | "approved" | "changes";
    /** Name of the writer as typed, or empty. */
    name: string;
    text: string;
    /** JSON of the place on the page that a comment is about, or null (app/features/approval/approval.contract.ts). */
    spot: string | null;
    /** Fingerprint of the state that the client saw (app/platform/content/approval.server.ts). */
    seen: string;
    createdAt: string;
    /** When the office marked it as done. */
    doneAt: string | null;
  };
}

/** The database or a transaction on it: repositories need not know which. */
export type Db = Kysely<Schema>;
export type Row<T extends keyof Schema> = Selectable<Schema[T]>;
export type NewRow<T extends keyof Schema> = Insertable<Schema[T]>;
