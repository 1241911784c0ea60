import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { leavesOnPurpose } from "#app/browser/login-data.ts";
import { pastedLines } from "#app/browser/pasted-lines.ts";
import { refuseStrayFiles } from "#app/browser/stray-files.ts";
import type { ShownField } from "#app/features/page-editing/page-editing.contract.ts";
import { renderForEditing } from "#app/features/page-editing/page-editing.queries.ts";
import { isCommand } from "#app/ui/admin/screen/latin-key.ts";
import { isComposing } from "#app/ui/admin/text/is-composing.ts";
import { marksIn } from "#app/ui/admin/text/pasted-marks.ts";
import { focusPlace, type Keyboard, keepingPlace, placeOf } from "./focus-place.ts";
import styles from "./page-frame.module.css";
import { type FieldLook, type Page, preparePage, showHint, showStored, typedIn } from "./regions.ts";

interface PageFrameProps {
  /** What the server renders. */
  page: Parameters<typeof renderForEditing>[0];
  lookOf: (field: ShownField) => FieldLook;
  valueOf: (field: ShownField) => string;
  /** Called whenever the page has been rendered, with what it shows and the entry that it is about. */
  onFields: (fields: ShownField[], entry: string | undefined) => void;
  onType: (field: ShownField, value: string) => void;
  onPicture: (fields: ShownField[]) => void;
  /** A link of the page was followed. */
  onFollow: (path: string) => void;
  onSave: () => void;
  /** The text is finished: Enter or, where it may have several lines, Ctrl+Enter. */
  onDone: () => void;
  onFailure: (error: unknown) => void;
  /** A dialog is open over the page; once it is closed, the picture or text has focus again. */
  isCovered: boolean;
}

/**
 * A public page whose texts are typed over where they stand. The document is the server's and runs no script; this
 * listens to it from outside. It is rendered again when something has changed and nobody is typing or pressing in it.
 */
export function PageFrame(props: PageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const shown = useRef<Page>(undefined);
  const [first, setFirst] = useState<{ path: string; url: string }>();
  const [isInUse, setInUse] = useState(false);
  const rendered = useRef({ key: "", path: "" });
  const latest = useRef(props);
  latest.current = props;
  const isLeaving = useRef(false);
  const keyboard = useRef<Keyboard>({});
  const pointer = useRef<Pointer>({ isPressed: false });
  const key = JSON.stringify(props.page);
  useEffect(() => {
    const leave = () => {
      isLeaving.current = true;
    };
    addEventListener("beforeunload", leave);
    return () => removeEventListener("beforeunload", leave);
  }, []);

  const note = (page: Page | undefined) => {
    if (!page) return;
    shown.current = page;
    latest.current.onFields([...page.fields.values()], page.entry);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: rendered when there is something new to render
  useEffect(() => {
    if (isInUse || key === rendered.current.key) return;
    const { page, lookOf, onFailure } = latest.current;
    const superseded = new AbortController();
    const { signal } = superseded;
    const render = async () => {
      const url = await renderForEditing(page, signal);
      const isNew = page.path !== rendered.current.path;
      const html = isNew ? "" : await documentAt(url, signal);
      // Somebody may have begun to type or to press meanwhile.
      if (signal.aborted || (!isNew && isUsed(frame.current, pointer.current))) return;
      rendered.current = { key, path: page.path };
      if (isNew) setFirst({ path: page.path, url });
      else note(keepingPlace(frame.current, keyboard.current, () => replaceBody(frame.current, html, lookOf)));
    };
    // A page that is being left, also for the login, breaks off its requests.
    isLeaving.current = false;
    render().catch((error) => signal.aborted || isLeaving.current || leavesOnPurpose() || onFailure(error));
    return () => superseded.abort();
  }, [key, isInUse]);

  useEffect(() => {
    // A dialog that the bar has opened gives focus back to the bar.
    if (!props.isCovered || document.activeElement !== frame.current) return;
    // After the dialog has been closed.
    return () => void requestAnimationFrame(() => focusPlace(frame.current, keyboard.current));
  }, [props.isCovered]);

  const onLoad = () => {
    const page = frame.current?.contentDocument;
    if (!frame.current || !page || !first) return;
    const { theme } = document.documentElement.dataset;
    if (theme) page.documentElement.dataset.theme = theme;
    markPictures(page);
    note(preparePage(page, latest.current.lookOf));
    keyboard.current = {};
    pointer.current = { isPressed: false };
    const onUse = () => setInUse(isUsed(frame.current, pointer.current));
    // What is shown as it is stored, or typed over, is drawn anew once it is left, also where nothing has changed by then.
    const onOpened = () => {
      rendered.current.key = "";
    };
    listen(page, { shown, latest, keyboard: keyboard.current, onUse, onOpened });
    followPointer(page, pointer.current, onUse);
    frame.current.inert = false;
    page.documentElement.dataset.ready = "";
  };
  return (
    <iframe
      key={first?.url}
      ref={frame}
      className={styles.frame}
      title="The page"
      src={first?.url}
      // Until it is listened to: a link would lead the frame away.
      inert
      onLoad={onLoad}
    />
  );
}

async function documentAt(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`The server answered ${response.status}. Try again in a moment.`);
  return response.text();
}

interface Pointer {
  /** Pressed on the page, and not let go yet. */
  isPressed: boolean;
}

/** Somebody types in the page, or has pressed on it: a click ends where it began, so its target must stay. */
const isUsed = (frame: HTMLIFrameElement | null, { isPressed }: Pointer): boolean =>
  isPressed ||
  (document.activeElement === frame && frame?.contentDocument?.activeElement?.closest("[data-region]") != null);

/** `onUse`: called when a press begins, and after the click that it ends with. */
function followPointer(page: Document, pointer: Pointer, onUse: () => void): void {
  const press = (isPressed: boolean) => {
    pointer.isPressed = isPressed;
    // At once: a short press must not go by between two renderings, the second of which would then be left out.
    flushSync(onUse);
  };
  page.addEventListener("pointerdown", () => press(true));
  for (const end of ["pointerup", "pointercancel", "contextmenu"])
    page.addEventListener(end, () => setTimeout(press, 0, false));
}

const inlineStyle = /<style>(.*?)<\/style>/gs;

/** Replaces what the page shows, but not the document, which keeps its place and its styles. */
function replaceBody(
  frame: HTMLIFrameElement | null,
  html: string,
  lookOf: PageFrameProps["lookOf"],
): Page | undefined {
  const page = frame?.contentDocument;
  const view = page?.defaultView as (Window & typeof globalThis) | null | undefined;
  if (!page || !view) return undefined;
  // The policy of this document would block the styles of the other.
  const next = new DOMParser().parseFromString(html.replace(inlineStyle, ""), "text/html");
  const { scrollX, scrollY } = view;
  const rules = new view.CSSStyleSheet();
  rules.replaceSync([...html.matchAll(inlineStyle)].map(([, text]) => text).join("\n"));
  page.adoptedStyleSheets = [rules];
  page.body.replaceWith(page.adoptNode(next.body));
  const prepared = preparePage(page, lookOf);
  markPictures(page);
  view.scrollTo(scrollX, scrollY);
  return prepared;
}

/** As the script of the public page does: a loaded picture has no crossed box behind it. */
function markPictures(page: Document): void {
  for (const image of page.images)
    if (image.complete) image.dataset.there = "";
    else image.addEventListener("load", () => (image.dataset.there = ""), { once: true });
}

interface Listening {
  shown: RefObject<Page | undefined>;
  latest: RefObject<PageFrameProps>;
  keyboard: Keyboard;
  onUse: () => void;
  /** The page shows a text otherwise than it was rendered. */
  onOpened: () => void;
}

/** Listens on the document, whose body is replaced. */
function listen(page: Document, { shown, latest, keyboard, onUse, onOpened }: Listening): void {
  const regionAt = (target: EventTarget | null) => {
    const region = (target as Element | null)?.closest?.<HTMLElement>("[data-region]");
    const field = region && shown.current?.regions.get(region);
    return region && field ? { region, field, ...latest.current.lookOf(field) } : undefined;
  };
  const pictureAt = (target: EventTarget | null) => {
    const picture = (target as Element | null)?.closest?.("[data-picture]");
    return picture ? shown.current?.pictures.get(picture) : undefined;
  };
  /** The text that has the focus, as it was before the next key. */
  let known: string[] = [];
  const type = (region: HTMLElement, field: ShownField, value: string) => {
    // Its list has changed: another entry stands at its place, so the page is drawn anew.
    if (field.item !== undefined && !known.includes(latest.current.valueOf(field))) {
      onOpened();
      region.blur();
      return;
    }
    region.toggleAttribute("data-changed", true);
    onOpened();
    // At once, as React does for its own events: the next key may be the one that publishes.
    flushSync(() => latest.current.onType(field, value));
    known = [value, latest.current.valueOf(field)];
    showHint(region, latest.current.lookOf(field).hint);
  };
  page.addEventListener("focusin", ({ target }) => {
    keyboard.place = placeOf(target as HTMLElement);
    const at = regionAt(target);
    if (at) known = [latest.current.valueOf(at.field)];
    if (at && showStored(at.region, latest.current.valueOf(at.field))) onOpened();
    if (at) showHint(at.region, at.hint);
    onUse();
  });
  page.addEventListener("focusout", ({ target }) => {
    const at = regionAt(target);
    if (at) showHint(at.region, undefined);
    // The next element has focus only afterwards.
    setTimeout(onUse);
  });
  page.defaultView?.addEventListener("resize", () => {
    const at = regionAt(page.activeElement);
    if (at) showHint(at.region, at.hint);
  });
  page.addEventListener("input", ({ target }) => {
    const at = regionAt(target);
    if (at) type(at.region, at.field, typedIn(at.region, at.isMultiline));
  });
  page.addEventListener("paste", (event) => {
    const copied = event.clipboardData?.getData("text/html") ?? "";
    const marked = regionAt(event.target)?.isFormatted ? marksIn(copied) : undefined;
    const text = marked ?? pastedLines(event);
    if (text === undefined) return;
    event.preventDefault();
    page.execCommand("insertText", false, text);
  });
  page.addEventListener("keydown", (event) => {
    const at = regionAt(event.target);
    const pictures = pictureAt(event.target);
    if (isCommand(event, "s")) {
      event.preventDefault();
      latest.current.onSave();
    } else if (pictures && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      latest.current.onPicture(pictures);
    } else if (at && event.key === "Escape") {
      // Only leaves the text: what was typed is taken back by Discard, which can be undone.
      at.region.blur();
    } else if (
      at &&
      event.key === "Enter" &&
      (!at.isMultiline || event.ctrlKey || event.metaKey) &&
      !isComposing(event)
    ) {
      event.preventDefault();
      latest.current.onDone();
    }
  });
  refuseStrayFiles(page);
  // A space in the head of an accordion would close it.
  page.addEventListener("keyup", (event) => event.key === " " && regionAt(event.target) && event.preventDefault());
  page.addEventListener("submit", (event) => event.preventDefault());
  page.addEventListener("click", (event) => {
    const pictures = pictureAt(event.target);
    const link = (event.target as Element).closest?.("a");
    const isText = regionAt(event.target) !== undefined;
    // The quote panel opens by its fragment.
    const isFragment = link?.getAttribute("href")?.startsWith("#") ?? false;
    if ((link && !isFragment) || isText || pictures) event.preventDefault();
    if (pictures) latest.current.onPicture(pictures);
    else if (link && !isText && !isFragment) follow(link, latest.current.onFollow);
  });
}

function follow(link: HTMLAnchorElement, onFollow: (path: string) => void): void {
  const { origin, pathname, search } = new URL(link.href, location.href);
  const isPage = origin === location.origin && !/^\/(?:admin|uploads|api)(?:\/|$)|\.\w+$/.test(pathname);
  if (isPage) onFollow(pathname + search);
}
