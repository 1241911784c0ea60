// What a form does before React has hydrated it.

/** So long a form that is sent waits for React, which keeps the message until it has arrived; then it leaves as a plain form does. */
const longestWaitMs = 3_000;

/**
 * Turns the buttons of forms off that are still empty, as they are once hydrated (the specification's forms wait for their fields).
 * @returns turns them on again: until the page is hydrated the plain forms work
 */
export function disableEmptyForms(): () => void {
  const buttons = document.querySelectorAll<HTMLButtonElement>(
    "#page form:has(:required:placeholder-shown) button[type=submit]",
  );
  for (const button of buttons) button.disabled = true;
  return () => {
    for (const button of buttons) button.disabled = false;
  };
}

/** Holds a form that is sent while the page is being hydrated. @returns sends it, once the page is hydrated */
export function holdSubmissions(): () => void {
  let send: (() => void) | undefined;
  const hold = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    event.preventDefault();
    const timer = setTimeout(() => form.submit(), longestWaitMs);
    send = () => {
      clearTimeout(timer);
      form.requestSubmit(event.submitter);
    };
  };
  document.addEventListener("submit", hold, true);
  return () => {
    document.removeEventListener("submit", hold, true);
    send?.();
  };
}
