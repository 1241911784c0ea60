import { useRef, useState } from "react";
import { AppError } from "#app/shared/app-error.ts";
import { type Snapshot, saveOver } from "../draft/snapshot.ts";
import type { FormValues } from "./fields.ts";

/** Who set a field to its value on the server, and when. */
export type Authors = Record<string, { author: string; createdAt: string }>;

/** The server's state where both sides changed the fields `clashes`. */
export interface Conflict<V, W> extends Snapshot<V, W> {
  clashes: (keyof V & string)[];
  authors: Authors;
}

export interface SaveOptions<V extends FormValues, W, R> {
  /** `base`: the values before the edits. `key`: gives the idempotency key of a new entry, the same until it is saved. */
  save: (values: V, version: W | undefined, base: V, key: () => string) => Promise<R>;
  /** Extracts the current server state from the data of a save refused because of a newer version. */
  newer?: (data: never, over: Snapshot<V, W>) => Snapshot<V, W>;
  /** Looks up who last changed these fields; called on a conflict. */
  authors?: (fields: string[]) => Promise<Authors>;
  onRefused?: (error: AppError) => void;
}

interface Options<V extends FormValues, W, R> extends Omit<SaveOptions<V, W, R>, "save"> {
  save: (values: V, version: W | undefined, base: V) => Promise<R>;
  /** Called with the rebased values that are saved next; see `saveOver`. */
  onMerged: (base: Snapshot<V, W>, sent: V, merged: V) => void;
  /** Called before the first try. */
  onBegun: () => void;
  /** `over`: the values that were replaced. */
  onSaved: (reply: R, sent: V, over: V) => void;
}

/** Saves a form, one save at a time, and knows how the last one failed: with an error, or with a conflict to resolve. */
export function useSaving<V extends FormValues, W, R>({
  save,
  newer,
  authors,
  onRefused,
  onMerged,
  onBegun,
  onSaved,
}: Options<V, W, R>) {
  const [error, setError] = useState<AppError | null>(null);
  const [conflict, setConflict] = useState<Conflict<V, W> | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isAttempting, setAttempting] = useState(false);
  const running = useRef(false);
  const unanswered = useRef<V[]>([]);

  function clear() {
    setError(null);
    setConflict(null);
  }

  async function run(from: Snapshot<V, W>, typed: V): Promise<void> {
    if (running.current) return; // ignore a second submission while one is in flight
    running.current = true;
    setSaving(true);
    clear();
    onBegun();
    try {
      const outcome = await saveOver({ save, newer, onMerged, unanswered: unanswered.current }, from, typed);
      if (outcome.isSaved) {
        unanswered.current = [];
        onSaved(outcome.reply, outcome.sent, outcome.over);
      } else {
        const { theirs, clashes } = outcome;
        setConflict({ ...theirs, clashes, authors: await authorsOf(clashes, authors) });
      }
    } catch (failure) {
      refuse(failure);
    } finally {
      running.current = false;
      setSaving(false);
    }
  }

  /** Runs a request that saves nothing; refusals are reported like those of a save. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    setError(null);
    setAttempting(true);
    try {
      return await work();
    } catch (failure) {
      refuse(failure);
      return undefined;
    } finally {
      setAttempting(false);
    }
  }

  function refuse(failure: unknown) {
    console.error("Save failed", failure);
    const told =
      failure instanceof AppError
        ? failure
        : new AppError("unexpected", "This could not be saved. Try again.", { cause: failure });
    setError(told);
    onRefused?.(told);
  }

  return {
    isSaving,
    isBusy: isSaving || isAttempting,
    message: error && messageOf(error),
    refusedAs: error?.code,
    problem: (field: string) =>
      error?.errors.find((each) => each.field === field || each.field.startsWith(`${field}.`))?.message ?? null,
    conflict,
    dismissConflict: () => setConflict(null),
    run,
    attempt,
    clear,
  };
}

/** Somebody else may have deleted the entry meanwhile. */
const messageOf = ({ code, message }: AppError): string =>
  code === "not_found"
    ? `${message} What you typed is kept: restore the entry from the trash, then save again.`
    : message;

/** The conflict dialog works without the history too; it then names nobody. */
async function authorsOf(fields: string[], lookUp: ((fields: string[]) => Promise<Authors>) | undefined) {
  try {
    return (await lookUp?.(fields)) ?? {};
  } catch (failure) {
    console.error("The history could not be loaded", failure);
    return {};
  }
}
