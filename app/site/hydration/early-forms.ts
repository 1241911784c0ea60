// Form behaviour before hydration.

/**
 * How long a submission waits for React, which keeps the message until it is delivered; after that the form is
 * submitted natively.
 */
const longestWaitMs = 3_000;

/**
 * Disables the submit buttons of empty forms, as after hydration (the specification's forms wait for their fields).
 * @returns a function that enables them again, because the native forms work until then
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

/**
 * Holds back a submission made during hydration.
 * @returns a function that submits it, to be called after hydration
 */
export function holdSubmissions(): () => void {
  let send: (() => void) | undefined;
  const hold = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    event.preventDefault();
    const timer = setTimeout(() => {
      send = undefined;
      form.submit();
    }, longestWaitMs);
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
