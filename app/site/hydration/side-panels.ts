import { showFar, skipFar } from "./deferred-layout.ts";

const slideMs = 300;

/**
 * Makes each side panel of the page (app/ui/site/side-panel.tsx) a modal dialog that traps and returns focus and closes
 * by its button, Escape or the scrim. What was typed in it is kept. Not part of React, so that a panel opens as one
 * before React has arrived.
 */
export function enableSidePanels(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[data-side-panel]")) enable(dialog);
}

function enable(dialog: HTMLDialogElement): void {
  const { show, shut } = movesOf(dialog);
  /** Finds the link that opened it, if known. */
  let opener: Opener | undefined;
  // A press that starts inside and ends outside (selecting text, for example) must not close the panel.
  let beganInside = false;

  const open = (from: Opener) => {
    opener = from;
    show();
  };
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const { target } = event;
    const link = target instanceof Element ? target.closest<HTMLElement>(`a[href="#${dialog.id}"]`) : null;
    if (!link) return;
    event.preventDefault();
    // A link in another panel closes that panel, and focus returns to that panel's opener. In this order only the two
    // panels are restyled, and not the whole page, which would be inert no longer and then again.
    const other = link.closest("dialog");
    open(() => (other && visibleLink(other.id)) ?? link);
    other?.close();
  });
  dialog.addEventListener("click", (event) => {
    const target = event.target as Element;
    if (target.closest('a[href="#closed"]') || (target === dialog && !beganInside)) shut(event);
  });
  dialog.addEventListener("pointerdown", ({ target }) => {
    beganInside = target !== dialog;
  });
  dialog.addEventListener("cancel", shut);
  // A key that is held since it has opened the panel.
  dialog.addEventListener("keydown", (event) => {
    const { key, repeat, target } = event;
    if (repeat && (key === "Enter" || key === " ") && target instanceof HTMLInputElement) event.preventDefault();
  });
  dialog.addEventListener("close", () => {
    delete dialog.dataset.closing;
    delete dialog.dataset.scrim;
    opener?.()?.focus();
    if (document.querySelector(":modal")) return;
    holdScroll(false);
    void showFar();
  });
  if ("left" in dialog.dataset) addEventListener("pagehide", () => dialog.close());
  takeOver(dialog, open);
  let isTraversal = false;
  window.navigation?.addEventListener("navigate", ({ navigationType }) => {
    isTraversal = navigationType === "traverse";
  });
  // A bookmark, or an address that was edited; not one that has opened it before this script, which Back comes by.
  addEventListener("hashchange", () => {
    if (!isTarget(dialog)) return;
    if (!isTraversal) open(() => visibleLink(dialog.id));
    dropFragment();
  });
}

const isTarget = ({ id }: HTMLDialogElement): boolean => location.hash === `#${id}`;

const dropFragment = (): void => history.replaceState(history.state, "", location.pathname + location.search);

type Opener = () => HTMLElement | undefined;

/** Showing the panel as a modal dialog, and sliding it out. */
function movesOf(dialog: HTMLDialogElement) {
  let closing: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    clearTimeout(closing);
    delete dialog.dataset.closing;
    if (dialog.matches(":modal")) return;
    // If the panel was opened by its fragment, the panel itself has focus.
    const { activeElement } = document;
    const focused = dialog !== activeElement && dialog.contains(activeElement) ? (activeElement as HTMLElement) : null;
    holdScroll(true);
    skipFar();
    // The field that has the focus keeps it.
    focused?.setAttribute("autofocus", "");
    // At once, and not by close(), which moves the focus: what is laid out in between slides in once more.
    dialog.removeAttribute("open");
    dialog.showModal();
    focused?.removeAttribute("autofocus");
    (focused ?? startOf(dialog))?.focus();
  };
  const shut = (event: Event) => {
    // Shown only as the fragment's target: let the link change the fragment.
    if (!dialog.open) return;
    event.preventDefault();
    if (dialog.dataset.closing !== undefined) return;
    dialog.dataset.closing = "";
    closing = setTimeout(() => dialog.close(), matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : slideMs);
  };
  return { show, shut };
}

/**
 * Keeps the page behind a panel from scrolling, without a jump where its scroll bar was. Not by `html:has(:modal)`, which
 * would double the time that opening a panel takes.
 */
function holdScroll(isHeld: boolean): void {
  const { body, documentElement: page } = document;
  body.style.paddingInlineEnd = isHeld ? `${innerWidth - page.clientWidth}px` : "";
  page.style.overflow = isHeld ? "hidden" : "";
}

/** Goes on with a panel that its fragment or the server has opened. */
function takeOver(dialog: HTMLDialogElement, open: (opener: Opener) => void): void {
  const isShown = () => (dialog.open && location.hash !== "#closed") || isTarget(dialog);
  const take = () => {
    if (isShown()) {
      // Its scrim is already visible: do not fade it in again.
      dialog.dataset.scrim = "";
      open(() => visibleLink(dialog.id));
      // Closed by its link, which only hides it until then.
    } else dialog.close();
    // From now on the fragment alone no longer shows it. Set only after opening: hiding the panel, even briefly, would
    // take the focus from a visitor who is typing.
    dialog.dataset.hydrated = "";
    if (isTarget(dialog)) dropFragment();
  };
  // While the focus moves between two fields, no element has it: wait for it to arrive.
  if (isShown() && document.activeElement === document.body) setTimeout(take);
  else take();
}

const visibleLink = (id: string) =>
  [...document.querySelectorAll<HTMLElement>(`a[href="#${id}"]`)].find((link) => link.getClientRects().length > 0);

function startOf(dialog: HTMLDialogElement): HTMLElement | null {
  const first = dialog.dataset.sidePanel;
  // On touch screens focusing a field would open the keyboard over half of the panel.
  const field = first && !matchMedia("(pointer: coarse)").matches ? dialog.querySelector<HTMLElement>(first) : null;
  return field ?? dialog.querySelector<HTMLElement>("h2");
}
