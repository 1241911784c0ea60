// Drafts of unsaved forms in the back office, kept on this device (IndexedDB) for 30 days, per user: logging out clears
// local storage (spec §4) but not these, and other users of this browser cannot see them. A user's drafts are read
// once, before the first form; reads are then served from memory.

/** `values` as typed; `base`: the entry's values they were typed over. */
export interface Draft<V> {
  values: V;
  base?: V;
  /** Version of the base; its shape is known to the form. */
  version?: unknown;
  /** Idempotency key, once it has been sent without an answer. */
  key?: string | undefined;
  /** Milliseconds since the epoch. */
  at: number;
}

interface Stored extends Draft<unknown> {
  owner: string;
  address: string;
}

const thirtyDaysMs = 30 * 24 * 60 * 60_000;

let owner = "";
/** Undefined if IndexedDB is unavailable: drafts then last as long as the page. */
let database: IDBDatabase | undefined;
const drafts = new Map<string, Draft<unknown>>();
/** Changes not written yet, by address; undefined for a deletion. */
const waiting = new Map<string, Draft<unknown> | undefined>();
let writing: Promise<void> | undefined;
/** Opened with the drafts: an open channel keeps a process alive that only imports this file. */
let otherTabs: BroadcastChannel | undefined;

/** Loads this user's drafts. Expired drafts of all users are deleted. */
export async function openDrafts(userId: number): Promise<void> {
  if (owner === String(userId)) return;
  owner = String(userId);
  drafts.clear();
  otherTabs?.close();
  otherTabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("office-drafts");
  otherTabs?.addEventListener("message", ({ data }: MessageEvent<Stored & { isGone?: true }>) => {
    if (data.owner !== owner) return;
    if (data.isGone) drafts.delete(data.address);
    else drafts.set(data.address, data);
  });
  // Flush the last input when the page is closed.
  addEventListener("pagehide", () => void write());
  database = await open();
  for (const stored of await readAll())
    if (stored.at < Date.now() - thirtyDaysMs) void remove(stored);
    else if (stored.owner === owner && !drafts.has(stored.address)) drafts.set(stored.address, stored);
}

const keyOf = (address: string) => address.toLowerCase().replace(/\/+(?=#|$)/, "");

export const readDraft = <V>(address: string): Draft<V> | null =>
  (drafts.get(keyOf(address)) as Draft<V> | undefined) ?? null;

/**
 * Resolves when the draft is stored.
 * @returns false if this browser cannot store drafts
 */
export function keepDraft<V>(address: string, draft: Draft<V>): Promise<boolean> {
  drafts.set(keyOf(address), draft);
  otherTabs?.postMessage({ ...draft, owner, address: keyOf(address) });
  return change(keyOf(address), draft);
}

export function dropDraft(address: string): void {
  if (!drafts.delete(keyOf(address))) return;
  otherTabs?.postMessage({ owner, address: keyOf(address), isGone: true });
  void change(keyOf(address), undefined);
}

/** Whether this address, or a part of it (`address#part`), has a draft. */
export const hasDraft = (address: string): boolean =>
  drafts.has(keyOf(address)) || [...drafts.keys()].some((key) => key.startsWith(`${keyOf(address)}#`));

export const countDrafts = (): number => drafts.size;

/** Whether drafts survive the page. */
export const areDraftsKept = (): boolean => database !== undefined;

async function change(address: string, draft: Draft<unknown> | undefined): Promise<boolean> {
  waiting.set(address, draft);
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
      database = await open();
      if (database) await save(database, changes);
    });
  } catch (error) {
    console.error("Drafts cannot be saved", error);
    database = undefined;
  }
}

async function save(into: IDBDatabase, changes: [address: string, draft: Draft<unknown> | undefined][]): Promise<void> {
  const transaction = into.transaction("drafts", "readwrite");
  const store = transaction.objectStore("drafts");
  for (const [address, draft] of changes)
    if (draft) store.put({ ...draft, owner, address } satisfies Stored);
    else store.delete([owner, address]);
  // Commit explicitly instead of waiting for auto-commit, because the page may be closing.
  transaction.commit();
  await done(transaction);
}

/** Opens the database, giving up after 1 s, so that broken storage does not block the back office. */
const open = (): Promise<IDBDatabase | undefined> =>
  Promise.race([
    new Promise<IDBDatabase | undefined>((resolve) => {
      const request = indexedDB.open("office-drafts", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("drafts", { keyPath: ["owner", "address"] });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(undefined);
    }).catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 1_000)),
  ]);

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
