// Form behaviour before hydration.

/**
 * How long a submission waits for React, which keeps the message until it is delivered; after that the form is
 * submitted natively.
 */
const longestWaitMs = 3_000;

/**
 * Disables the submit button of each form while one of its fields is empty or does not match its pattern, until its
 * island takes over (the specification's forms wait for their fields).
 */
export function followEarlyForms(): void {
  const look = () => {
    for (const form of forms()) {
      const button = form.querySelector<HTMLButtonElement>("[type=submit]");
      // Its script validates from hydration on.
      if (button && !form.noValidate)
        button.disabled = [...form.querySelectorAll<Field>("input, textarea")].some(isLacking);
    }
  };
  look();
  for (const type of ["input", "change", "focusin"]) addEventListener(type, look);
}

const forms = () => document.querySelectorAll<HTMLFormElement>("[data-island] form");

type Field = HTMLInputElement | HTMLTextAreaElement;

const isLacking = (field: Field) => field.matches(":required:placeholder-shown") || field.validity.patternMismatch;

/**
 * Holds back submissions made during hydration: each form's once, however often it is pressed. What is typed until then is
 * kept if the page is left.
 * @returns a function that submits them, to be called after hydration
 */
export function holdSubmissions(): () => void {
  const held = new Map<HTMLFormElement, ReturnType<typeof setTimeout>>();
  /** The form that the browser is sending, from before this script or since. */
  let sent = (window.earlyEvents?.findLast(({ type }) => type === "submit")?.target as HTMLFormElement | undefined)?.id;
  let isReleased = false;
  const hold = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (form.id === sent) {
      // The browser sends it under the same key again; the script would under another, and it would be there twice.
      event.preventDefault();
      event.stopPropagation();
      form.submit();
      return;
    }
    if (isReleased) return;
    event.preventDefault();
    if (held.has(form)) return;
    const sendNatively = () => {
      for (const timer of held.values()) clearTimeout(timer);
      held.clear();
      sent = form.id;
      form.submit();
    };
    held.set(form, setTimeout(sendNatively, longestWaitMs));
  };
  document.addEventListener("submit", hold, true);
  addEventListener("pagehide", () => {
    for (const form of forms()) if (!isReleased && form.id !== sent) keepTyped(form);
  });
  return () => {
    isReleased = true;
    if (sent === undefined) document.removeEventListener("submit", hold, true);
    for (const [form, timer] of held) {
      clearTimeout(timer);
      // Its island may have been made anew.
      const now = form.isConnected ? form : (document.getElementById(form.id) as HTMLFormElement | null);
      now?.requestSubmit();
    }
  };
}

const blank = '{"values":{}}';

/**
 * Keeps a draft where an earlier page has left none. Not by browser/visitor-draft.ts: shared with the islands it would be
 * one more file of every page.
 */
function keepTyped({ action, elements }: HTMLFormElement): void {
  const typed = ([...elements] as Field[]).filter(({ name, value }) => name && value);
  const key = `draft:${action.split("/").at(-1)}`;
  try {
    if (typed.length > 0 && (sessionStorage.getItem(key) ?? blank) === blank)
      sessionStorage.setItem(
        key,
        JSON.stringify({ values: Object.fromEntries(typed.map(({ name, value }) => [name, value])) }),
      );
  } catch {
    // Drafts are best effort.
  }
}
