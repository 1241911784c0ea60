// Drafts of unsaved forms in the back office, kept on this device (IndexedDB) for 30 days, per user: logging out clears
// local storage but not these, and other users of this browser cannot see them. A user's drafts are read
// once, before the first form; reads are then served from memory.
//
// Each tab keeps its own draft of an address, as `address@tab`, so that none replaces or drops what is typed in another.
// A form without one opens with the latest of the others, and goes on with it if its tab has been closed.

import { randomKey } from "#app/shared/random-key.ts";

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

interface TabDraft extends Draft<unknown> {
  /** The tab that has written it; undefined in drafts of earlier releases. */
  tab?: string;
}

interface Stored extends TabDraft {
  owner: string;
  /** With the tab that has begun it; without one in drafts of earlier releases. */
  address: string;
}

const thirtyDaysMs = 30 * 24 * 60 * 60_000;
/** How long the back office waits for the drafts before it opens without them. */
const patienceMs = 3_000;

let owner = "";
/** Undefined until IndexedDB is open, or if it is unavailable: drafts then last as long as the page. */
let database: IDBDatabase | undefined;
let loading: Promise<void> = Promise.resolve();
const drafts = new Map<string, TabDraft>();
/** Changes not written yet, by address; undefined for a deletion. */
const waiting = new Map<string, TabDraft | undefined>();
/** Drafts of other tabs that a form of this one has opened with, as they were then. */
const opened = new WeakSet<TabDraft>();
/** Survives a reload of this tab. */
let tab = "";
/** The tab's name before it was renamed because its drafts came late. */
let formerTab = "";
/** Other tabs of this user that are open. */
const openTabs = new Set<string>();
let writing: Promise<void> | undefined;
/** Ends the wait for the lock of a name that the tab no longer has; one that is held stays. */
let lockWait = new AbortController();
/** Opened with the drafts: an open channel keeps a process alive that only imports this file. */
let otherTabs: BroadcastChannel | undefined;

/** Loads this user's drafts. Expired drafts of all users are deleted. */
export async function openDrafts(userId: number): Promise<void> {
  if (owner === String(userId)) return;
  owner = String(userId);
  tab = sessionStorage.getItem("tab") ?? randomKey();
  sessionStorage.setItem("tab", tab);
  drafts.clear();
  otherTabs?.close();
  otherTabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("office-drafts");
  otherTabs?.addEventListener("message", ({ data }: MessageEvent<DraftMessage | TabMessage>) => {
    if (data.owner !== owner) return;
    if (!("address" in data)) hear(data);
    else if (data.isGone) drafts.delete(data.address);
    else drafts.set(data.address, data);
  });
  tell("opened");
  holdName();
  addEventListener("pagehide", () => {
    // Flush the last input when the page is closed.
    void write();
    tell("closed");
  });
  addEventListener("pageshow", ({ persisted }) => persisted && tell("opened"));
  loading = load();
  const isLate = await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, patienceMs, "late"))]);
  // Forms open without what is still to come, and must not replace it.
  if (!isLate) return;
  formerTab = tab;
  rename();
}

/** What cannot be read must not keep the back office from opening. */
async function load(): Promise<void> {
  [database] = await Promise.all([open(), noteHeldNames()]);
  try {
    for (const stored of await readAll())
      if (stored.at < Date.now() - thirtyDaysMs) void remove(stored);
      else if (stored.owner === owner && !drafts.has(stored.address)) drafts.set(stored.address, stored);
  } catch (error) {
    console.error("Drafts cannot be read", error);
  }
  await write();
}

/** A draft was written or dropped. */
type DraftMessage = Stored & { isGone?: true };

interface TabMessage {
  owner: string;
  tab: string;
  state: "opened" | "open" | "closed";
}

const tell = (state: TabMessage["state"]) => otherTabs?.postMessage({ owner, tab, state } satisfies TabMessage);

function hear({ tab: other, state }: TabMessage): void {
  if (state === "closed") openTabs.delete(other);
  // A duplicated tab has the name of the one that it was copied from: the new one takes another.
  else if (other === tab && state === "open") rename();
  else {
    if (other !== tab) openTabs.add(other);
    if (state === "opened") tell("open");
  }
}

function rename(): void {
  tab = randomKey();
  sessionStorage.setItem("tab", tab);
  tell("opened");
  holdName();
}

const lockOf = (name: string) => `office-drafts ${name}`;

/**
 * Shows other tabs that this one is open, though it may be too busy to say so. Not every browser and address has locks.
 * After a reload the lock is waited for until the former document has let go of it.
 */
function holdName(): void {
  lockWait.abort();
  lockWait = new AbortController();
  navigator.locks?.request(lockOf(tab), { signal: lockWait.signal }, () => new Promise(() => {})).catch(() => {});
}

async function noteHeldNames(): Promise<void> {
  const locks = await navigator.locks?.query().catch(() => undefined);
  for (const { name = "" } of locks?.held ?? [])
    if (name.startsWith(lockOf("")) && name !== lockOf(tab)) openTabs.add(name.slice(lockOf("").length));
}

const keyOf = (address: string) => address.toLowerCase().replace(/\/+(?=#|$)/, "");

/** The draft to open a form with: that of this tab, or else the latest one. */
export function readDraft<V>(address: string): Draft<V> | null {
  const keys = keysOf(address);
  const key = ownKey(address) ?? keys.find((each) => drafts.get(each)?.tab === formerTab) ?? keys[0];
  const draft = key === undefined ? undefined : drafts.get(key);
  if (draft) opened.add(draft);
  return (draft as Draft<V> | undefined) ?? null;
}

/** The draft of this tab; null if it has none, or another has dropped it. */
export function ownDraft<V>(address: string): Draft<V> | null {
  const key = ownKey(address);
  return key === undefined ? null : (drafts.get(key) as Draft<V>);
}

/** Keys of the drafts of an address, the latest first. */
const keysOf = (address: string): string[] =>
  [...drafts]
    .filter(([key]) => key.split("@")[0] === keyOf(address))
    .sort(([, one], [, other]) => other.at - one.at)
    .map(([key]) => key);

const ownKey = (address: string): string | undefined =>
  keysOf(address).find((key) => {
    const draft = drafts.get(key);
    return draft && (draft.tab === tab || (opened.has(draft) && !openTabs.has(draft.tab ?? "")));
  });

/**
 * Resolves when the draft is stored.
 * @returns false if this browser cannot store drafts
 */
export function keepDraft<V>(address: string, draft: Draft<V>): Promise<boolean> {
  const key = ownKey(address) ?? `${keyOf(address)}@${tab}`;
  const kept = { ...draft, tab };
  drafts.set(key, kept);
  otherTabs?.postMessage({ ...kept, owner, address: key });
  return change(key, kept);
}

/** Drops the draft of this tab; those of others stay. */
export function dropDraft(address: string): void {
  const key = ownKey(address);
  if (key === undefined) return;
  drafts.delete(key);
  otherTabs?.postMessage({ owner, address: key, isGone: true });
  void change(key, undefined);
}

/** Whether this address, or a part of it (`address#part`), has a draft. */
export const hasDraft = (address: string): boolean =>
  keysOf(address).length > 0 || [...drafts.keys()].some((key) => key.startsWith(`${keyOf(address)}#`));

export const countDrafts = (): number => drafts.size;

/** Whether drafts survive the page. */
export const areDraftsKept = (): boolean => database !== undefined;

async function change(address: string, draft: TabDraft | undefined): Promise<boolean> {
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
  if (!database || waiting.size === 0) return;
  const changes = [...waiting];
  waiting.clear();
  try {
    await save(database, changes).catch(async () => {
      // A browser may have closed it, for instance when site data is cleared.
      database = undefined;
      database = await open();
      if (database) await save(database, changes);
    });
  } catch (error) {
    console.error("Drafts cannot be saved", error);
    database = undefined;
  }
}

async function save(into: IDBDatabase, changes: [address: string, draft: TabDraft | undefined][]): Promise<void> {
  const transaction = into.transaction("drafts", "readwrite");
  const store = transaction.objectStore("drafts");
  for (const [address, draft] of changes)
    if (draft) store.put({ ...draft, owner, address } satisfies Stored);
    else store.delete([owner, address]);
  // Commit explicitly instead of waiting for auto-commit, because the page may be closing.
  transaction.commit();
  await done(transaction);
}

/** @returns nothing where this browser has no IndexedDB; a slow one may take seconds */
const open = (): Promise<IDBDatabase | undefined> =>
  new Promise<IDBDatabase | undefined>((resolve) => {
    const request = indexedDB.open("office-drafts", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("drafts", { keyPath: ["owner", "address"] });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  }).catch(() => undefined);

async function readAll(): Promise<Stored[]> {
  if (!database) return [];
  const transaction = database.transaction("drafts");
  const request: IDBRequest<Stored[]> = transaction.objectStore("drafts").getAll();
  await done(transaction);
  return request.result;
}

async function remove({ owner: of, address }: Stored): Promise<void> {
  database?.transaction("drafts", "readwrite").objectStore("drafts").delete([of, address]);
}

const done = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
