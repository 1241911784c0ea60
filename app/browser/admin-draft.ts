// Drafts of unsaved forms in the back office, kept on this device (IndexedDB) for 30 days, per user: logging out clears
// local storage but not these, and other users of this browser cannot see them. A user's drafts are read
// once, before the first form; reads are then served from memory.
//
// Each document writes drafts of its own, as `address@page`, so that none replaces what is typed in another. A form
// without one opens with the latest that its tab has kept, or else any other has, and goes on from there: what it drops
// is gone in both, unless the other is still open and puts it back.

import { randomKey } from "#app/shared/random-key.ts";
import { objectStore } from "./object-store.ts";

/** `values` as typed; `base`: the entry's values they were typed over. */
export interface Draft<V> {
  values: V;
  base?: V;
  /** What the server's draft, if there was one, had changed in the base. */
  stored?: Partial<V> | null;
  /** Version of the base; its shape is known to the form. */
  version?: unknown;
  /** Idempotency key, once it has been sent without an answer. */
  key?: string | undefined;
  /** Milliseconds since the epoch. */
  at: number;
}

interface StoredDraft extends Draft<unknown> {
  owner: string;
  /** Of the form, with what has written it behind an @; without that in drafts of earlier releases. */
  address: string;
  /** The tab in which it was written; undefined in drafts of earlier releases. */
  tab?: string;
  /** The draft that it goes on from. */
  from?: Pick<StoredDraft, "address" | "at">;
}

const thirtyDaysMs = 30 * 24 * 60 * 60_000;
/** How long the back office waits for the drafts before it opens without them. */
const patienceMs = 3_000;

let owner = "";
const store = objectStore("office-drafts", "drafts", ["owner", "address"]);
/** False until IndexedDB is open, or if it is unavailable: drafts then last as long as the page. */
let areKept = false;
let loading: Promise<void> = Promise.resolve();
const drafts = new Map<string, StoredDraft>();
/** Changes not written yet, by address; undefined for a deletion. */
const waiting = new Map<string, StoredDraft | undefined>();
/** What forms of this document have opened with, by their address. */
const opened = new Map<string, StoredDraft>();
const page = randomKey();
/** Survives a reload of this tab. */
let tab = "";
let writing: Promise<void> | undefined;
/** Opened with the drafts: an open channel keeps a process alive that only imports this file. */
let otherPages: BroadcastChannel | undefined;

/** A draft was written or dropped. */
type DraftMessage = StoredDraft | (Pick<StoredDraft, "owner" | "address"> & { isGone: true });

const send = (message: DraftMessage) => otherPages?.postMessage(message);

/** Loads this user's drafts. Expired drafts of all users are deleted. */
export async function openDrafts(userId: number): Promise<void> {
  if (owner === String(userId)) return;
  owner = String(userId);
  takeTabName();
  drafts.clear();
  opened.clear();
  otherPages?.close();
  otherPages = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("office-drafts");
  otherPages?.addEventListener("message", ({ data }: MessageEvent<DraftMessage>) => {
    // A tab of an earlier release sends messages of other kinds, too.
    if (data.owner !== owner || !data.address) return;
    // What is typed here stays, though another has gone on from it.
    if (data.address.endsWith(`@${page}`)) void change(data.address, drafts.get(data.address));
    else if ("isGone" in data) drafts.delete(data.address);
    else drafts.set(data.address, data);
  });
  addEventListener("pagehide", () => {
    // Flush the last input when the page is closed.
    void write();
    sessionStorage.setItem("tab", tab);
  });
  addEventListener("pageshow", ({ persisted }) => persisted && takeTabName());
  loading = load();
  // Forms open without what comes later.
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

/** Between two documents it is in the tab's storage, which is copied when the tab is duplicated. */
function takeTabName(): void {
  tab = sessionStorage.getItem("tab") ?? (tab || randomKey());
  sessionStorage.removeItem("tab");
}

/** What cannot be read must not keep the back office from opening. */
async function load(): Promise<void> {
  try {
    const all = await store<StoredDraft[]>("readonly", (records) => records.getAll());
    const isOld = ({ at }: StoredDraft) => at < Date.now() - thirtyDaysMs;
    for (const draft of all)
      if (draft.owner === owner && !isOld(draft) && !drafts.has(draft.address)) drafts.set(draft.address, draft);
    areKept = true;
    await store("readwrite", (records) => {
      for (const { owner: of, address } of all.filter(isOld)) records.delete([of, address]);
    });
  } catch {
    // Forms say whether what is typed now is kept.
  }
  await write();
}

const keyOf = (address: string) => address.toLowerCase().replace(/\/+(?=#|$)/, "");

const ownKey = (address: string) => `${keyOf(address)}@${page}`;

/** The drafts of an address, the latest first. */
const draftsOf = (address: string): StoredDraft[] =>
  [...drafts.values()]
    .filter((draft) => draft.address.split("@")[0] === keyOf(address))
    .sort((one, other) => other.at - one.at);

/** The draft to open a form with: that of this document, else the latest of this tab, else the latest one. */
export function readDraft<V>(address: string): Draft<V> | null {
  const all = draftsOf(address);
  const draft = drafts.get(ownKey(address)) ?? all.find((each) => each.tab === tab) ?? all[0];
  if (draft) opened.set(keyOf(address), draft);
  else opened.delete(keyOf(address));
  return (draft as Draft<V> | undefined) ?? null;
}

/** The draft of this document, or the one that its form has opened with; null if another has changed or dropped that. */
export function ownDraft<V>(address: string): Draft<V> | null {
  return ((drafts.get(ownKey(address)) ?? openedWith(address)) as Draft<V> | undefined) ?? null;
}

function openedWith(address: string): StoredDraft | undefined {
  const draft = opened.get(keyOf(address));
  return draft && drafts.get(draft.address) === draft ? draft : undefined;
}

/** Resolves when the draft is stored. @returns false if this browser cannot store drafts */
export function keepDraft<V>(address: string, draft: Draft<V>): Promise<boolean> {
  const key = ownKey(address);
  const own = drafts.get(key);
  const before = openedWith(address);
  const from = own ? own.from : before && { address: before.address, at: before.at };
  const kept: StoredDraft = { ...draft, owner, address: key, tab, ...(from && { from }) };
  drafts.set(key, kept);
  send(kept);
  return change(key, kept);
}

/** Drops the draft, and those that it goes on from unless they have changed since. */
export function dropDraft(address: string): void {
  for (let draft = drafts.get(ownKey(address)) ?? openedWith(address); draft; ) {
    const { address: key, from } = draft;
    drafts.delete(key);
    // Afterwards: whoever puts it back must not be overtaken.
    void change(key, undefined).then(() => send({ owner, address: key, isGone: true }));
    const before = from && drafts.get(from.address);
    draft = before?.at === from?.at ? before : undefined;
  }
}

/** Whether this address, or a part of it (`address#part`), has a draft. */
export const hasDraft = (address: string): boolean =>
  draftsOf(address).length > 0 || [...drafts.keys()].some((key) => key.startsWith(`${keyOf(address)}#`));

export const countDrafts = (): number => drafts.size;

/** Whether drafts survive the page. */
export const areDraftsKept = (): boolean => areKept;

async function change(address: string, draft: StoredDraft | undefined): Promise<boolean> {
  waiting.set(address, draft);
  await loading;
  // One write at a time; changes made meanwhile are combined into the next one.
  while (writing) await writing;
  if (!waiting.has(address)) return areDraftsKept();
  writing = write().finally(() => {
    writing = undefined;
  });
  await writing;
  return areDraftsKept();
}

async function write(): Promise<void> {
  if (waiting.size === 0) return;
  const changes = [...waiting];
  waiting.clear();
  try {
    await store("readwrite", (records) => {
      for (const [address, draft] of changes) draft ? records.put(draft) : records.delete([owner, address]);
      // Commit explicitly instead of waiting for auto-commit, because the page may be closing.
      records.transaction.commit();
    });
    areKept = true;
  } catch {
    areKept = false;
  }
}
