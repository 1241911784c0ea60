// Form behaviour before hydration.

/**
 * How long a submission waits for React, which keeps the message until it is delivered; after that the form is
 * submitted natively.
 */
const longestWaitMs = 3_000;

/**
 * Disables the submit button of each form while one of its fields is empty, until its island takes over (the
 * specification's forms wait for their fields).
 */
export function followEarlyForms(): void {
  const look = () => {
    for (const form of document.querySelectorAll<HTMLFormElement>("[data-island] form")) {
      const button = form.querySelector<HTMLButtonElement>("[type=submit]");
      // Its script validates from hydration on.
      if (button && !form.noValidate) button.disabled = form.querySelector(":required:placeholder-shown") !== null;
    }
  };
  look();
  for (const type of ["input", "change", "focusin"]) addEventListener(type, look);
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
      // Its island may have been made anew.
      const now = form.isConnected ? form : (document.getElementById(form.id) as HTMLFormElement | null);
      now?.requestSubmit();
    };
  };
  document.addEventListener("submit", hold, true);
  return () => {
    document.removeEventListener("submit", hold, true);
    send?.();
  };
}
