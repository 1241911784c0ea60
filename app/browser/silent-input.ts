type Field = HTMLInputElement | HTMLTextAreaElement;

/** Signs that somebody uses the page, after each of which the fields are read. */
const signs = ["pointerover", "pointerdown", "keydown", "focusin", "input", "change", "submit"];

/**
 * Tells React what its fields hold, however it came there. Password managers and keyboards set values without an event,
 * or set several and send the events afterwards; React takes such a value for unchanged, or writes the former one back
 * when it renders because of the first event. React keeps the attribute `value` of the fields it controls at what it
 * has been told, so a value that differs from it is news.
 */
export function noticeSilentInput(): void {
  for (const sign of signs)
    addEventListener(
      sign,
      (event) => {
        const silent = isTelling ? [] : silentlyFilled(event);
        if (silent.length === 0) return;
        // What is being typed comes first: it is told by this event, after which React may write others back.
        if (event.isTrusted && event.type === "input") addEventListener("input", () => tell(silent), { once: true });
        else tell(silent);
      },
      { capture: true },
    );
}

function silentlyFilled({ target, isTrusted, type }: Event): [Field, string][] {
  const fields = document.querySelectorAll<Field>(
    "form :is(input:not([type=file], [type=checkbox], [type=radio], [type=date]), textarea)",
  );
  return (
    [...fields]
      // The value of a text area has the line ends of browsers.
      .filter((field) => field.value !== field.defaultValue.replaceAll(/\r\n?/g, "\n"))
      .filter((field) => !(isTrusted && type === "input" && field === target))
      .map((field) => [field, field.value])
  );
}

let isTelling = false;

function tell(silent: [Field, string][]): void {
  isTelling = true;
  for (const [field, value] of silent) {
    // React's own setter notes the former value, so that the one set behind it is a change.
    field.value = field.defaultValue;
    const prototype = Object.getPrototypeOf(field) as object;
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  isTelling = false;
}
