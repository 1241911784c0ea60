// What stands in a form of the back office and is not saved. It is kept on this device (IndexedDB) for 30 days, for the person
// who typed it: logging out clears local storage (spec §4) and leaves this alone, and nobody else at this browser is shown it.
// The drafts of who is logged in are read once, before the first form; from then on reading is a look into memory.

/** `values` as they were typed over `base`, the entry in the version that was open. */
export interface Draft<V> {
  values: V;
  base?: V;
  /** What the server knows the state by; the form knows its shape. */
  version?: unknown;
  /** Milliseconds. */
  at: number;
}

interface Stored extends Draft<unknown> {
  owner: string;
  address: string;
}

const thirtyDaysMs = 30 * 24 * 60 * 60_000;

let owner = "";
/** Where IndexedDB cannot be had, drafts live as long as the page. */
let database: IDBDatabase | undefined;
const drafts = new Map<string, Draft<unknown>>();
/** Changes that are not on the disk yet, by address; without a draft, one that is to be deleted. */
const waiting = new Map<string, Draft<unknown> | undefined>();
let writing: Promise<void> | undefined;
const otherTabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("office-drafts");

/** Makes the drafts of this person readable. Old ones of anybody are deleted. */
export async function openDrafts(userId: number): Promise<void> {
  if (owner === String(userId)) return;
  owner = String(userId);
  drafts.clear();
  otherTabs?.addEventListener("message", ({ data }: MessageEvent<Stored & { isGone?: true }>) => {
    if (data.owner !== owner) return;
    if (data.isGone) drafts.delete(data.address);
    else drafts.set(data.address, data);
  });
  // What was typed last is still under way when the page goes.
  addEventListener("pagehide", () => void write());
  database = await open();
  for (const stored of await readAll())
    if (stored.at < Date.now() - thirtyDaysMs) void remove(stored);
    else if (stored.owner === owner && !drafts.has(stored.address)) drafts.set(stored.address, stored);
}

const keyOf = (address: string) => address.toLowerCase().replace(/\/+(?=#|$)/, "");

export const readDraft = <V>(address: string): Draft<V> | null =>
  (drafts.get(keyOf(address)) as Draft<V> | undefined) ?? null;

/** @returns when the draft is on the disk; false where this browser keeps nothing */
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

/** Whether this address, or a part of it (`address#part`), has something unsaved. */
export const hasDraft = (address: string): boolean =>
  drafts.has(keyOf(address)) || [...drafts.keys()].some((key) => key.startsWith(`${keyOf(address)}#`));

export const countDrafts = (): number => drafts.size;

/** Whether drafts outlive the page. */
export const areDraftsKept = (): boolean => database !== undefined;

async function change(address: string, draft: Draft<unknown> | undefined): Promise<boolean> {
  waiting.set(address, draft);
  // One write at a time; what is typed meanwhile goes with the next.
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
    const transaction = database.transaction("drafts", "readwrite");
    const store = transaction.objectStore("drafts");
    for (const [address, draft] of changes)
      if (draft) store.put({ ...draft, owner, address } satisfies Stored);
      else store.delete([owner, address]);
    // Said now rather than when the page is idle: it may be closing.
    transaction.commit();
    await done(transaction);
  } catch (error) {
    console.error("Drafts cannot be kept", error);
    database = undefined;
  }
}

/** A browser that keeps nothing must not keep the back office from opening either. */
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
