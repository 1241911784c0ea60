type TextControl = HTMLInputElement | HTMLTextAreaElement;

const controlsIn = (place: ParentNode) => [...place.querySelectorAll<TextControl>("input[name], textarea[name]")];

/**
 * Holds the fields of a place whose elements may be replaced.
 * @returns a function that gives their successors, found by name, what they contained by then, and the focus
 */
export function fieldKeeper(place: HTMLElement): () => void {
  const former = controlsIn(place);
  let focused: EventTarget | null = document.activeElement;
  place.addEventListener("focusin", ({ target }) => {
    focused = target;
  });
  return () => {
    for (const control of controlsIn(place)) {
      const before = former.find(({ name }) => name === control.name);
      if (!before || before === control) continue;
      control.value = before.value;
      if (before === focused && document.activeElement === document.body) focusAsBefore(control, before);
    }
  };
}

function focusAsBefore(control: TextControl, { selectionStart, selectionEnd }: TextControl): void {
  control.focus({ preventScroll: true });
  // A field for an e-mail address has none.
  if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd);
}
