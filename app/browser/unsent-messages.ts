import { AppError } from "#app/shared/app-error.ts";
import { signalsHeader, type VisitorSignals, writeSignals } from "#app/shared/visitor-signals.ts";
import { exchange } from "./send.ts";
import { dropDraftsOf } from "./visitor-draft.ts";

// Messages of a visitor stay in the browser (IndexedDB) from the press of the button until the server has acknowledged them.
// Each keeps the key it was given when it was composed, so that however often it is sent, from however many tabs, it is one lead.

export interface Waiting {
  /** Idempotency-Key. */
  key: string;
  /** Of the call, below the API's base address. */
  path: string;
  body: object;
  signals: VisitorSignals;
  /** When it was composed; milliseconds, as all times here. */
  at: number;
  tries: number;
  nextAt: number;
  /** Why the server will not take it, ever. */
  refusal?: string;
}

/** The message is safe on this device and will be sent by itself. */
export class KeptForLater extends Error {}

const weekMs = 7 * 24 * 60 * 60_000;
const longestPauseMs = 5 * 60_000;
/** While the first try may still be under way, the message is nobody else's business. */
const firstTryMs = 15_000;

export const isTooOld = ({ at }: Waiting) => Date.now() - at > weekMs;

/** `sent`: the key of a message that was acknowledged; `changed`: something waits, or no longer. */
type Listener = (event: { sent?: string }) => void;

const listeners = new Set<Listener>();

export function onUnsentChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(event: { sent?: string }): void {
  if (event.sent) dropDraftsOf(event.sent);
  for (const listener of listeners) listener(event);
}

const storageKey = "outbox";

/** Other tabs hear of it by an entry of local storage that is gone again at once. */
function tellOthers(event: { sent?: string }): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(event));
    localStorage.removeItem(storageKey);
  } catch {
    // They will see at their next look.
  }
}

function hearOthers({ key, newValue }: StorageEvent): void {
  if (key === storageKey && newValue) tell(JSON.parse(newValue));
}

/**
 * Keeps a message and sends it.
 * @throws KeptForLater when it was not acknowledged and will be sent later; AppError when the server refuses it, or when this browser keeps nothing
 */
export async function deliver(path: string, body: object, key: string, signals: VisitorSignals): Promise<unknown> {
  const message: Waiting = { key, path, body, signals, at: Date.now(), tries: 0, nextAt: Date.now() + firstTryMs };
  const isKept = await inTime(store("readwrite", (messages) => messages.put(message)));
  try {
    const reply = await post(message);
    void forget(key).then(() => tellOthers({ sent: key }));
    dropDraftsOf(key);
    return reply;
  } catch (error) {
    if (isFinal(error) || !isKept) {
      void forget(key);
      throw error;
    }
    await postpone(message, error);
    throw new KeptForLater(wordsFor(error), { cause: error });
  }
}

/** A browser that keeps nothing must not keep a message from being sent either. */
const inTime = (keeping: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    keeping.then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1_000)),
  ]);

const wordsFor = (error: unknown) =>
  navigator.onLine
    ? `${error instanceof AppError && error.code === "too_many" ? "Too many messages came from your network just now." : "Our server does not answer just now."} The message is kept on this device and will be sent by itself.`
    : "You are offline. The message is kept on this device and will be sent as soon as you are connected.";

/** Sends what waits: all of it, or what is due. One tab at a time does it, where tabs can agree. */
export async function flush(isEverything = false): Promise<void> {
  const work = async () => {
    for (const message of await waiting())
      if (!message.refusal && !isTooOld(message) && (isEverything || message.nextAt <= Date.now()))
        await retry(message);
  };
  await (navigator.locks ? navigator.locks.request("outbox", { ifAvailable: true }, (lock) => lock && work()) : work());
  await plan();
}

/** @returns whether the server has it now */
export async function retry(message: Waiting): Promise<boolean> {
  try {
    await post(message);
    await forget(message.key);
    announce({ sent: message.key });
    return true;
  } catch (error) {
    await postpone(message, error);
    return false;
  }
}

export async function discard(key: string): Promise<void> {
  await forget(key);
  announce({});
}

/** All messages, the oldest first. */
export const waiting = (): Promise<Waiting[]> =>
  store<Waiting[]>("readonly", (messages) => messages.getAll())
    .then((all) => all.sort((a, b) => a.at - b.at))
    .catch(() => []);

/** Those that the visitor shall see: a message on its first way is not among them. */
export const stuck = async () =>
  (await waiting()).filter(({ tries, at, refusal }) => tries > 0 || refusal || Date.now() - at > firstTryMs);

/** Sends what waits from earlier, and goes on as long as the page is open. */
export async function watchUnsentMessages(): Promise<void> {
  addEventListener("online", () => void flush(true));
  document.addEventListener("visibilitychange", () => document.hidden || void flush());
  addEventListener("storage", hearOthers);
  await flush(true);
}

let timer: ReturnType<typeof setTimeout> | undefined;

async function plan(): Promise<void> {
  const times = (await waiting())
    .filter((message) => !message.refusal && !isTooOld(message))
    .map(({ nextAt }) => nextAt);
  clearTimeout(timer);
  if (times.length > 0) timer = setTimeout(() => void flush(), Math.max(1_000, Math.min(...times) - Date.now()));
}

async function post(message: Waiting): Promise<unknown> {
  try {
    return await send(message);
  } catch (error) {
    const bits =
      error instanceof AppError &&
      error.code === "too_many" &&
      (error.data as { proofBits?: number } | undefined)?.proofBits;
    // Only secure pages have the means.
    if (!bits || !crypto.subtle) throw error;
    const { prove } = await import("#app/shared/proof-of-work.ts");
    return send({ ...message, signals: { ...message.signals, proof: await prove(message.key, bits) } });
  }
}

function send({ path, body, key, signals }: Waiting): Promise<unknown> {
  const told = writeSignals(signals);
  const headers = {
    "Content-Type": "application/json",
    "Idempotency-Key": key,
    ...(told && { [signalsHeader]: told }),
  };
  // `keepalive`: it leaves even when the page is closed.
  return exchange(path, { method: "POST", headers, body: JSON.stringify(body), keepalive: true });
}

/** The same message would be refused again; whatever else went wrong may pass. */
const isFinal = (error: unknown) =>
  error instanceof AppError && ["invalid", "malformed", "too_large", "unsupported"].includes(error.code);

/** 5 s, 10 s, 20 s … 5 minutes, or what the server asked for. */
async function postpone({ key, tries }: Waiting, error: unknown): Promise<void> {
  const { message, retryAfterSeconds = 0 } = error as Partial<AppError>;
  const pauseMs = Math.max(Math.min(5_000 * 2 ** tries, longestPauseMs), retryAfterSeconds * 1_000);
  const change = isFinal(error) ? { refusal: message } : { tries: tries + 1, nextAt: Date.now() + pauseMs };
  await update(key, change).catch(() => {});
  announce({});
  await plan();
}

const forget = (key: string) => store("readwrite", (messages) => messages.delete(key)).catch(() => {});

function announce(event: { sent?: string }): void {
  tell(event);
  tellOthers(event);
}

/** Changes a message that is still there. */
const update = (key: string, change: Partial<Waiting>) =>
  store("readwrite", (messages) => {
    const found = messages.get(key);
    found.onsuccess = () => found.result && messages.put({ ...found.result, ...change });
    return found;
  });

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("outbox", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("messages", { keyPath: "key" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  }).catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** Ends when the change is on the disk, not when it was asked for. */
async function store<T>(mode: IDBTransactionMode, work: (messages: IDBObjectStore) => IDBRequest): Promise<T> {
  const transaction = (await open()).transaction("messages", mode);
  const request = work(transaction.objectStore("messages"));
  return new Promise<T>((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}
