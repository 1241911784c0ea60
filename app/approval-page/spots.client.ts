import { pointOf, type Spot, scrollToSpot, spotAt } from "#app/browser/spot.ts";
import { dropDraft, keepDraft, restoreDraft } from "./answer-draft.client.ts";

// The script of a client's page: comments on spots, by click or keyboard, and answers that are sent without losing what
// was typed. Without it the page still shows everything and its form works.

const find = <E extends Element>(selector: string): E => document.querySelector(selector) as E;

const frame = find<HTMLIFrameElement>("iframe");
const pins = find<HTMLElement>(".pins");
const form = find<HTMLFormElement>("form");
const place = find<HTMLElement>(".place");
const chooseButton = find<HTMLButtonElement>(".place .choose");
const removeButton = find<HTMLButtonElement>(".place .remove");
const status = find<HTMLElement>(".place [role=status]");
const error = find<HTMLElement>("form .error");
const sending = find<HTMLElement>(".buttons [role=status]");
const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;

interface Pin {
  spot: Spot;
  element: HTMLElement;
}

const placed: Pin[] = [];
const showButtons: HTMLButtonElement[] = [];
let draft: Pin | undefined;
let isChoosing = false;
/** The marker that the keyboard moves, in pixels of the frame. */
let cross: { element: HTMLElement; left: number; top: number } | undefined;

const pageIn = (): Document | null => frame.contentDocument;

for (const item of document.querySelectorAll<HTMLElement>("li[data-spot]")) addPin(item);
place.hidden = false;
// Until there is a page to choose a spot on, and one that no longer scrolls to its own fragment.
chooseButton.disabled = true;
chooseButton.addEventListener("click", () => (isChoosing ? cancelChoosing() : startChoosing()));
removeButton.addEventListener("click", removeSpot);
if (document.querySelector(".done")) forgetSent();
// A reload from now on sends no answer again, and brings what is typed from now on.
history.replaceState(null, "", location.pathname);
// What came back with a refusal is newer.
if (error.hidden) restoreDraft(field);
else keepDraft(field);
form.addEventListener("input", () => keepDraft(field));
// Of an answer that was refused, or typed before a reload.
if (field("spot").value) keepSpot(JSON.parse(field("spot").value));
showChosen();
frame.addEventListener("load", onPage);
if (pageIn()?.readyState === "complete" && pageIn()?.URL !== "about:blank") onPage();
addEventListener("resize", movePins);
form.addEventListener("submit", (event) => void send(event));

function forgetSent(): void {
  dropDraft();
  // The page is another one than the button was pressed on.
  find<HTMLElement>(".done").focus();
}

function addPin(item: HTMLElement): void {
  const spot: Spot = JSON.parse(item.dataset.spot ?? "");
  const pin = document.createElement("button");
  pin.type = "button";
  pin.className = "pin";
  pin.textContent = item.dataset.number ?? "";
  pin.setAttribute("aria-label", `Comment ${item.dataset.number}`);
  item.tabIndex = -1;
  pin.addEventListener("click", () => item.focus());
  pins.append(pin);
  placed.push({ spot, element: pin });
  const show = document.createElement("button");
  show.type = "button";
  show.className = "button";
  show.textContent = "Show on the page";
  show.disabled = true;
  show.addEventListener("click", () => {
    const page = pageIn();
    if (page) scrollToSpot(page, spot);
    movePins();
    pin.focus();
  });
  item.append(show);
  showButtons.push(show);
}

function onPage(): void {
  const page = pageIn();
  if (!page?.defaultView) return;
  page.defaultView.addEventListener("scroll", movePins, { passive: true });
  new ResizeObserver(movePins).observe(page.documentElement);
  // Before the page's own listeners, so that choosing a spot follows no link.
  page.addEventListener(
    "click",
    (event) => {
      if (!isChoosing) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      choose(event.clientX, event.clientY);
    },
    true,
  );
  for (const button of [chooseButton, ...showButtons]) button.disabled = false;
  page.addEventListener("keydown", (event) => isChoosing && event.key === "Escape" && cancelChoosing());
  movePins();
}

function movePins(): void {
  const page = pageIn();
  if (!page?.body) return;
  for (const { spot, element } of draft ? [...placed, draft] : placed) {
    const { left, top } = pointOf(page, spot);
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
    // What is scrolled away cannot be focused.
    element.style.visibility = top < 0 || top > frame.clientHeight + 32 ? "hidden" : "";
  }
}

function startChoosing(): void {
  const page = pageIn();
  if (!page) return;
  isChoosing = true;
  chooseButton.textContent = "Cancel";
  removeButton.hidden = true;
  page.documentElement.style.cursor = "crosshair";
  const element = document.createElement("button");
  element.type = "button";
  element.className = "cross";
  element.setAttribute("aria-label", "Spot on the page: move with the arrow keys, place with Enter");
  cross = { element, left: frame.clientWidth / 2, top: frame.clientHeight / 2 };
  element.addEventListener("keydown", move);
  element.addEventListener("click", () => cross && choose(cross.left, cross.top));
  pins.append(element);
  drawCross();
  element.focus();
  status.textContent = "Click the spot on the page, or move the ring with the arrow keys and press Enter.";
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  PageUp: [0, -20],
  PageDown: [0, 20],
};

function move(event: KeyboardEvent): void {
  if (event.key === "Escape") cancelChoosing();
  const step = steps[event.key];
  if (!step || !cross) return;
  event.preventDefault();
  const px = event.shiftKey ? 64 : 16;
  cross.left = Math.min(frame.clientWidth - 8, Math.max(8, cross.left + step[0] * px));
  const top = cross.top + step[1] * px;
  cross.top = Math.min(frame.clientHeight - 8, Math.max(8, top));
  // At the edge the page moves instead.
  frame.contentWindow?.scrollBy({ top: top - cross.top, behavior: "instant" });
  drawCross();
  const page = pageIn();
  const words = page && spotAt(page, cross.left, cross.top).words;
  status.textContent = words ? `On “${words}”` : "On a part without words";
}

function drawCross(): void {
  if (!cross) return;
  cross.element.style.left = `${cross.left}px`;
  cross.element.style.top = `${cross.top}px`;
}

function choose(left: number, top: number): void {
  const page = pageIn();
  if (!page) return;
  // The ring is in this document, so it does not cover the page's own elements.
  const spot = spotAt(page, left, top);
  keepSpot(spot);
  keepDraft(field);
  stopChoosing();
  field("text").focus();
}

function keepSpot(spot: Spot): void {
  field("spot").value = JSON.stringify(spot);
  draft?.element.remove();
  const element = document.createElement("span");
  element.className = "pin new";
  element.textContent = "+";
  element.setAttribute("aria-hidden", "true");
  pins.append(element);
  draft = { spot, element };
  movePins();
}

function removeSpot(): void {
  field("spot").value = "";
  draft?.element.remove();
  draft = undefined;
  keepDraft(field);
  showChosen();
  status.textContent = "The spot has been removed. Your comment will be about the whole page.";
  // Without a page in the frame there is no spot to choose.
  (chooseButton.disabled ? field("text") : chooseButton).focus();
}

function cancelChoosing(): void {
  stopChoosing();
  chooseButton.focus();
}

function stopChoosing(): void {
  isChoosing = false;
  cross?.element.remove();
  cross = undefined;
  pageIn()?.documentElement.style.removeProperty("cursor");
  showChosen();
}

/** Says which spot is chosen, and offers what can be done with it. */
function showChosen(): void {
  chooseButton.textContent = draft ? "Choose another spot" : "Comment on a spot";
  removeButton.hidden = !draft;
  const words = draft?.spot.words;
  if (!draft) status.textContent = "";
  else status.textContent = words ? `Your comment will stand at “${words}”.` : "Your comment will stand at this spot.";
}

/** Sends the form in the background: after a failure everything that was typed is still there. */
async function send(event: SubmitEvent): Promise<void> {
  event.preventDefault();
  if (sending.textContent !== "") return;
  const button = event.submitter as HTMLButtonElement | null;
  const body = new URLSearchParams([...new FormData(form, button)].map(([name, value]) => [name, String(value)]));
  const buttons = form.querySelectorAll<HTMLButtonElement>(".buttons button");
  // Not disabled: the one that was pressed would lose the focus.
  for (const each of buttons) each.setAttribute("aria-disabled", "true");
  // What is typed meanwhile would be gone with the page.
  const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
  for (const each of fields) each.readOnly = true;
  sending.textContent = "Sending…";
  error.hidden = true;
  const failed = await answer(body);
  if (failed === "") {
    dropDraft();
    location.replace(`${location.pathname}?sent=1`);
    return;
  }
  if (failed === undefined) {
    sendAsForm(body);
    return;
  }
  for (const each of buttons) each.removeAttribute("aria-disabled");
  for (const each of fields) each.readOnly = false;
  sending.textContent = "";
  error.textContent = failed;
  error.hidden = false;
}

/** The page has been changed or published meanwhile: it comes again as it is now, with what was typed. */
function sendAsForm(body: URLSearchParams): void {
  const kind = document.createElement("input");
  kind.type = "hidden";
  kind.name = "kind";
  kind.value = body.get("kind") ?? "";
  form.append(kind);
  form.submit();
}

/** A line that has died says nothing for minutes. An answer that is sent again is stored once. */
const patienceMs = 20_000;

/** @returns why it was not stored; empty if it was, nothing if the page is no longer what it was when it was opened */
async function answer(body: URLSearchParams): Promise<string | undefined> {
  try {
    const response = await fetch(form.action, {
      method: "POST",
      body,
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(patienceMs),
    });
    if (response.ok) return "";
    if (response.status === 412 || response.status === 409) return undefined;
    const { message } = await response.json();
    return String(message);
  } catch {
    return "This could not be sent. Your words are still here: check the connection and try again.";
  }
}
