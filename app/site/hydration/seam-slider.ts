import type { Point } from "#app/ui/site/swipe.ts";

/** By how much a key moves the slider, in per cent. */
const steps: Record<string, number> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 20,
  PageDown: -20,
  Home: -100,
  End: 100,
};

/**
 * Makes the seam of a frame movable: drag the picture or the slider, or press a key. Seam, handle and pointer move in the
 * same direction. Left of the seam the picture is drawn, so the slider's right end is "all drawn". Not part of React, so
 * that it answers before hydration. `early`: what the visitor did before.
 *
 * Sets on the frame `--seam`, `--handle` (the slider's value) and `--cut`: how much of the words is drawn, from none
 * where the seam rests to all where the picture is all drawn.
 */
export function enableSeamSlider(frame: HTMLElement, early: readonly Event[]): void {
  const picture = frame.querySelector<HTMLElement>("[data-part=picture]");
  const slider = frame.querySelector<HTMLElement>("[role=slider]");
  if (!picture || !slider) return;
  const [, drawn] = slider.ariaValueText?.split("% ") ?? [];
  const seam = seamOf(picture);
  let value = 0;
  const show = (next: number) => {
    value = clamped(next);
    slider.ariaValueNow = String(value);
    slider.ariaValueText = `${value}% ${drawn}`;
  };
  const move = (next: number) => {
    show(next);
    const rest = seam.restingValue();
    // Not told by its style attribute: were there a rule for that, each change of any would restyle what is in it.
    frame.dataset.moved = "";
    frame.style.setProperty("--seam", `${seam.at(value)}%`);
    frame.style.setProperty("--handle", `${value}%`);
    // What a browser has translated has no drawn copy.
    const cut = isCopied(frame) ? Math.max(0, value - rest) / (100 - rest) : 0;
    frame.style.setProperty("--cut", String(cut));
  };
  const onKey = (event: KeyboardEvent) => {
    const step = steps[event.key];
    // With such a key they are the browser's, as Back is.
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move(value + step);
  };

  // Only the style sheet knows where the seam rests at this width.
  show(seam.restingValue());
  slider.addEventListener("keydown", onKey);
  for (const event of early) if (event.type === "keydown" && event.target === slider) onKey(event as KeyboardEvent);
  for (const element of new Set([picture, picture.contains(slider) ? picture : slider]))
    trackPointer(element, frame, early, move);
}

/**
 * Reports where a pressed pointer is across an element, in per cent. A finger that scrolls the page moves nothing.
 * `early`: presses before this call, the last of which may still go on.
 */
function trackPointer(
  element: HTMLElement,
  frame: HTMLElement,
  early: readonly Event[],
  onMove: (value: number) => void,
): void {
  // Where a finger swipes from slide to slide, it moves the seam by the grip only.
  const isSwipe = (event: PointerEvent) =>
    frame.ariaRoleDescription === "slide" && event.pointerType !== "mouse" && !isOnGrip(event);
  const follow = ({ clientX }: Point) => {
    const { left, width } = element.getBoundingClientRect();
    onMove(((clientX - left) / width) * 100);
  };
  let start: Point | undefined;
  const press = (event: PointerEvent) => {
    // A finger on the picture may be about to scroll; one on the slider or the grip is not.
    start = event.pointerType === "mouse" || element.role || isOnGrip(event) ? undefined : event;
    if (!start) follow(event);
  };
  const drag = (to: Point) => {
    // Browsers report the first movement of a finger before they decide that it scrolls.
    if (start && Math.abs(to.clientX - start.clientX) <= Math.abs(to.clientY - start.clientY)) return;
    start = undefined;
    follow(to);
  };
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || isSwipe(event) || isOnButton(event)) return;
    element.setPointerCapture(event.pointerId);
    press(event);
  });
  element.addEventListener("pointermove", (event) => {
    if (!element.hasPointerCapture(event.pointerId)) return;
    drag(event);
    if (!start) frame.dataset.held = "";
  });
  element.addEventListener("lostpointercapture", () => delete frame.dataset.held);
  // Otherwise the browser would drag the image away.
  element.addEventListener("dragstart", (event) => event.preventDefault());

  const isHere = ({ target }: Event) => element.contains(target as Node);
  const first = early.findLast((event) => event.type === "pointerdown" && isHere(event)) as PointerEvent | undefined;
  if (!first || first.button !== 0 || isSwipe(first) || isOnButton(first)) return;
  press(first);
  const end = early.slice(early.indexOf(first)).find(({ type }) => type === "touchend" || type === "click");
  if (end) drag((end as TouchEvent).changedTouches?.[0] ?? (end as MouseEvent));
  else capture(element, first);
}

/** The one that pauses an animation. */
const isOnButton = ({ target }: Event) => (target as Element).closest("button") !== null;

const isOnGrip = ({ target }: Event) => (target as Element).closest("[data-grip]") !== null;

/** Nothing, if the pointer has been let go or scrolls. */
function capture(element: HTMLElement, { pointerId }: PointerEvent): void {
  try {
    element.setPointerCapture(pointerId);
  } catch {}
}

/** Whether the drawn copy has the words that stand beside it; a frame without words counts. */
function isCopied(frame: HTMLElement): boolean {
  const copy = frame.querySelector("[data-copy]");
  const copied = [...(copy?.querySelectorAll<HTMLElement>("[data-words]") ?? [])].map(({ dataset }) => dataset.words);
  const letters = (text = "") => text.replaceAll(/\s/g, "");
  return letters(copied.join("")) === letters(copy?.previousElementSibling?.textContent ?? "");
}

/** The seam of a picture that may be larger than its frame, as a function of the slider's value. */
function seamOf(picture: HTMLElement) {
  const styleNumber = (property: string) =>
    Number.parseFloat(getComputedStyle(picture).getPropertyValue(property)) || 0;
  /**
   * How much wider the whole picture is than the part that the frame shows, and how much is cut off at its left, in per
   * cent.
   */
  const crop = () => {
    const shown = picture.getBoundingClientRect();
    const whole = picture.querySelector("[data-sheet]")?.getBoundingClientRect() ?? shown;
    return {
      enlargement: whole.width / shown.width || 1,
      hidden: (100 * (shown.left - whole.left)) / whole.width || 0,
    };
  };
  const restingValue = () => {
    const { enlargement, hidden } = crop();
    return (styleNumber("--foot") - hidden) * enlargement;
  };
  /** Near its ends the seam runs ahead of the handle, so that at 0 nothing drawn is left and at 100 nothing built. */
  const at = (value: number) => {
    const { enlargement, hidden } = crop();
    const beyond = styleNumber("--step") + 2;
    const ahead = (Math.max(0, value - 90) / 10) * 2 - (Math.max(0, 10 - value) / 10) * beyond;
    return value / enlargement + hidden + ahead;
  };
  return { restingValue, at };
}

const clamped = (value: number) => Math.min(100, Math.max(0, Math.round(value)));
