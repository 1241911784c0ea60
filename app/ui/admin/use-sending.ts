import { type FormEvent, useRef, useState } from "react";
import { AppError } from "#app/shared/app-error.ts";

/**
 * Submission state of a form whose values must not be kept as a draft, such as passwords and codes. Allows one request
 * at a time.
 */
export function useSending<R>(send: () => Promise<R>, onDone: (reply: R) => void) {
  const [error, setError] = useState<AppError | null>(null);
  const [isSending, setSending] = useState(false);
  const running = useRef(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
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
    message: error?.message ?? null,
    /** The server's message for one field. */
    problem: (field: string) => error?.errors.find((each) => each.field === field)?.message ?? null,
  };
}

export type Sending = ReturnType<typeof useSending>;

const known = (failure: unknown): AppError =>
  failure instanceof AppError
    ? failure
    : new AppError("unexpected", "Something went wrong. Try again.", { cause: failure });
