import { type FormEvent, useRef, useState } from "react";
import { AppError } from "#app/shared/app-error.ts";

/**
 * Submission state of a form whose values must not be kept as a draft, such as passwords and codes. Allows one request
 * at a time. `fields`: those that show their `problem`.
 */
export function useSending<R, F extends string = never>(
  send: () => Promise<R>,
  onDone: (reply: R) => void,
  fields: readonly F[] = [],
) {
  const [error, setError] = useState<AppError | null>(null);
  const [isSending, setSending] = useState(false);
  const running = useRef(false);

  async function submit(event?: FormEvent<HTMLFormElement>) {
    event?.preventDefault();
    if (running.current) return;
    running.current = true;
    setSending(true);
    setError(null);
    try {
      onDone(await send());
    } catch (failure) {
      console.error("Sending failed", failure);
      setError(known(failure));
    } finally {
      running.current = false;
      setSending(false);
    }
  }

  return {
    isSending,
    submit,
    /** Forgets why the last attempt failed. */
    forget: () => setError(null),
    /** Why the last attempt failed; null once another has been started. */
    error,
    message: error?.message ?? null,
    /** Whether fields say all that the message says. */
    isAtFields: error !== null && error.errors.length > 0 && error.errors.every((each) => isOneOf(fields, each.field)),
    /** The server's message for one field. */
    problem: (field: F) => error?.errors.find((each) => each.field === field)?.message ?? null,
  };
}

export type Sending<F extends string = never> = ReturnType<typeof useSending<unknown, F>>;

const isOneOf = (names: readonly string[], name: string): boolean => names.includes(name);

const known = (failure: unknown): AppError =>
  failure instanceof AppError
    ? failure
    : new AppError("unexpected", "Something went wrong. Try again.", { cause: failure });
