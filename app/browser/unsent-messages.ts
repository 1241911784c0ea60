import { AppError } from "#app/shared/app-error.ts";
import { signalsHeader, type VisitorSignals, writeSignals } from "#app/shared/visitor-signals.ts";
import { objectStore } from "./object-store.ts";
import { exchange } from "./send.ts";
import { dropDraftsOf } from "./visitor-draft.ts";

// A visitor's messages are stored in the browser (IndexedDB) from submission until the server acknowledges them. Each
// keeps its idempotency key, so that however often and from however many tabs it is sent, it becomes a single lead.

export interface UnsentMessage {
  /** Idempotency-Key. */
  key: string;
  /** Path of the call, below the API's base address. */
  path: string;
  body: object;
  signals: VisitorSignals;
  /** When it was submitted. All times are in milliseconds since the epoch. */
  at: number;
  tries: number;
  nextAt: number;
  /** The reason, if the server refused it permanently. */
  refusal?: string;
}

/** Thrown when a message is stored on this device and will be sent later. */
export class QueuedOffline extends Error {}

const weekMs = 7 * 24 * 60 * 60_000;
const longestPauseMs = 5 * 60_000;
/** During this time the first attempt may still be in flight; the message is not shown as unsent. */
const firstTryMs = 15_000;
/** How long a message that could not be sent waits for the browser's storage. */
const storagePatienceMs = 10_000;

const store = objectStore("outbox", "messages", "key");

export const isTooOld = ({ at }: UnsentMessage) => Date.now() - at > weekMs;

/** `sent`: key of a message that was acknowledged, by `reply`; without it, the list of unsent messages has changed. */
interface UnsentChange {
  sent?: string;
  reply?: unknown;
}
type Listener = (event: UnsentChange) => void;

const listeners = new Set<Listener>();

export function onUnsentChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners(event: UnsentChange): void {
  if (event.sent) dropDraftsOf(event.sent);
  for (const listener of listeners) listener(event);
}

const storageKey = "outbox";

/** Notifies other tabs through a storage event; the entry is removed at once. */
function broadcast(event: UnsentChange): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(event));
    localStorage.removeItem(storageKey);
  } catch {
    // Other tabs notice at their next check.
  }
}

function onBroadcast({ key, newValue }: StorageEvent): void {
  if (key === storageKey && newValue) notifyListeners(JSON.parse(newValue));
}

/**
 * Stores a message and sends it.
 * @throws QueuedOffline if it was not acknowledged and will be sent later; AppError if the server refuses it, or if
 * sending failed and this browser cannot store it
 */
export async function deliver(path: string, body: object, key: string, signals: VisitorSignals): Promise<unknown> {
  const message: UnsentMessage = {
    key,
    path,
    body,
    signals,
    at: Date.now(),
    tries: 0,
    nextAt: Date.now() + firstTryMs,
  };
  delivering.add(key);
  try {
    return await deliverNow(message);
  } finally {
    delivering.delete(key);
  }
}

/** Keys of the messages whose first attempt this page is making; `flush` leaves them to it. */
const delivering = new Set<string>();

async function deliverNow(message: UnsentMessage): Promise<unknown> {
  const { key } = message;
  const keeping = store("readwrite", (messages) => messages.put(message));
  // Slow or broken storage does not prevent sending.
  await isDone(keeping, 1_000);
  try {
    const reply = await post(message);
    void forget(key).then(() => {
      // The form itself reports that the message was sent; here only the list changes.
      notifyListeners({});
      broadcast({ sent: key, reply });
    });
    dropDraftsOf(key);
    return reply;
  } catch (error) {
    if (isFinal(error) || !(await isDone(keeping, storagePatienceMs))) {
      void forget(key);
      throw error;
    }
    await postpone(message, error);
    throw new QueuedOffline(wordsFor(error, message), { cause: error });
  }
}

/** Whether storing has succeeded, within this time. */
const isDone = (keeping: Promise<unknown>, withinMs: number): Promise<boolean> =>
  Promise.race([
    keeping.then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), withinMs)),
  ]);

function wordsFor(error: unknown, { path }: UnsentMessage): string {
  const kept = `${path.startsWith("/subscription") ? "Your address" : "The message"} is kept on this device and will be sent`;
  if (!navigator.onLine) return `You are offline. ${kept} as soon as you are connected.`;
  const isTooMany = error instanceof AppError && error.code === "too_many";
  return `${isTooMany ? "Too many messages came from your network just now." : "Our server is not responding."} ${kept} automatically.`;
}

/**
 * Sends all unsent messages, or only those that are due. A Web Lock, where supported, lets only one tab do so at a
 * time.
 */
export async function flush(isEverything = false): Promise<void> {
  const work = async () => {
    for (const message of await waiting())
      if (
        !message.refusal &&
        !isTooOld(message) &&
        !delivering.has(message.key) &&
        (isEverything || message.nextAt <= Date.now()) &&
        // It may have been discarded while the one before was sent.
        (await waiting()).some(({ key }) => key === message.key)
      )
        await retry(message);
  };
  // Refused together with storage, and then there is nothing to send.
  const locked = navigator.locks?.request("outbox", { ifAvailable: true }, (lock) => lock && work());
  await (locked ? locked.catch(() => {}) : work());
  await plan();
}

/** Sends a message again. @returns whether the server has acknowledged it */
export async function retry(message: UnsentMessage): Promise<boolean> {
  try {
    const reply = await post(message);
    await forget(message.key);
    announce({ sent: message.key, reply });
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

/** All stored messages, oldest first. */
export const waiting = (): Promise<UnsentMessage[]> =>
  store<UnsentMessage[]>("readonly", (messages) => messages.getAll())
    .then((all) => all.sort((a, b) => a.at - b.at))
    .catch(() => []);

/** Messages to show as unsent; excludes those whose first attempt is still in flight. */
export const listUnsent = async () =>
  (await waiting()).filter(({ tries, at, refusal }) => tries > 0 || refusal || Date.now() - at > firstTryMs);

/** Sends messages left over from earlier, and keeps retrying while the page is open. */
export async function watchUnsentMessages(): Promise<void> {
  addEventListener("online", () => void flush(true));
  document.addEventListener("visibilitychange", () => document.hidden || void flush());
  addEventListener("storage", onBroadcast);
  await flush(true);
}

let timer: ReturnType<typeof setTimeout> | undefined;

async function plan(): Promise<void> {
  const times = (await waiting())
    .filter((message) => !message.refusal && !isTooOld(message))
    .map(({ nextAt }) => nextAt);
  clearTimeout(timer);
  // Later than the longest pause only if the clock has been set back.
  const pauseMs = Math.min(Math.min(...times) - Date.now(), longestPauseMs);
  if (times.length > 0) timer = setTimeout(() => void flush(), Math.max(1_000, pauseMs));
}

async function post(message: UnsentMessage): Promise<unknown> {
  try {
    return await send(message);
  } catch (error) {
    const bits =
      error instanceof AppError &&
      error.code === "too_many" &&
      (error.data as { proofBits?: number } | undefined)?.proofBits;
    // crypto.subtle requires a secure context.
    if (!bits || !crypto.subtle) throw error;
    const { solveProofOfWork } = await import("#app/shared/proof-of-work.ts");
    return send({ ...message, signals: { ...message.signals, proof: await solveProofOfWork(message.key, bits) } });
  }
}

function send({ path, body, key, signals }: UnsentMessage): Promise<unknown> {
  const signalsValue = writeSignals(signals);
  const headers = {
    "Content-Type": "application/json",
    "Idempotency-Key": key,
    ...(signalsValue && { [signalsHeader]: signalsValue }),
  };
  // `keepalive`: the request completes even if the page is closed.
  return exchange(path, { method: "POST", headers, body: JSON.stringify(body), keepalive: true });
}

/** The server would refuse the same message again; all other failures may be transient. */
const isFinal = (error: unknown) =>
  error instanceof AppError && ["invalid", "malformed", "too_large", "unsupported"].includes(error.code);

/** Schedules the next attempt after 5 s, 10 s, 20 s … 5 minutes, or later if the server asks for it. */
async function postpone({ key, tries }: UnsentMessage, error: unknown): Promise<void> {
  const { message, retryAfterSeconds = 0 } = error as Partial<AppError>;
  const pauseMs = Math.max(Math.min(5_000 * 2 ** tries, longestPauseMs), retryAfterSeconds * 1_000);
  const change = isFinal(error) ? { refusal: message } : { tries: tries + 1, nextAt: Date.now() + pauseMs };
  await update(key, change).catch(() => {});
  announce({});
  await plan();
}

const forget = (key: string) => store("readwrite", (messages) => messages.delete(key)).catch(() => {});

function announce(event: UnsentChange): void {
  notifyListeners(event);
  broadcast(event);
}

/** Updates a message if it is still stored. */
const update = (key: string, change: Partial<UnsentMessage>) =>
  store("readwrite", (messages) => {
    const found = messages.get(key);
    found.onsuccess = () => found.result && messages.put({ ...found.result, ...change });
    return found;
  });
