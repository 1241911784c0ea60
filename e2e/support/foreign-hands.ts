/**
 * What browsers, extensions and people do to a page that they do not own, as functions that run in the page. Each
 * leaves scripts, styles and what fields contain alone, as the real ones do.
 */
export const foreignHands = {
  /** What the translation built into browsers does: every text in an element of its own. */
  "text wrapped": () => {
    for (const text of textsOf(document)) {
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      text.replaceWith(outer);
      outer.append(inner);
      inner.append(text);
    }
  },
  /** Translations put other texts in place of the old. */
  "text replaced": () => {
    for (const text of textsOf(document)) {
      const translated = document.createElement("font");
      translated.append(text.data.toUpperCase());
      text.replaceWith(translated);
    }
  },
  "text split": () => {
    for (const text of textsOf(document)) if (text.data.length > 1) text.splitText(Math.ceil(text.data.length / 2));
  },
  /** Browsers of telephones, and extensions that offer to call. */
  "links put around numbers and addresses": () => {
    for (const text of textsOf(document)) {
      const found = /\+?\d[\d ()-]{5,}\d|[\w.]+@[\w.]+|\d+ [A-Z]\w+/.exec(text.data);
      if (!found || text.parentElement?.closest("a")) continue;
      const part = text.splitText(found.index);
      part.splitText(found[0].length);
      const link = document.createElement("a");
      link.href = "tel:+1";
      part.replaceWith(link);
      link.append(part);
    }
  },
  /** Password managers, spelling checkers. */
  "elements inserted in and beside forms": () => {
    for (const field of document.querySelectorAll("input, textarea")) {
      field.before(document.createElement("div"));
      field.after(document.createElement("checker-extension"));
    }
    for (const form of document.querySelectorAll("form")) {
      form.prepend(document.createElement("div"));
      form.append(document.createElement("manager-button"));
      form.after(document.createElement("span"));
    }
    for (const part of document.querySelectorAll("footer, header, main, ul, ol, #hero-slides, dialog > div"))
      part.prepend(document.createElement("span"));
    document.body.prepend(document.createElement("div"));
    document.documentElement.append(document.createElement("grammar-extension"));
  },
  "attributes added": () => {
    for (const element of document.querySelectorAll("html, body, form, input, textarea, button, a, img, section")) {
      element.setAttribute("data-extension", "1");
      element.classList.add("darkreader");
      (element as HTMLElement).style.setProperty("--extension", "1");
      element.setAttribute("spellcheck", "false");
    }
  },
  "fields put into boxes": () => {
    for (const field of document.querySelectorAll("input:not([type=hidden]), textarea")) {
      const box = document.createElement("div");
      field.replaceWith(box);
      box.append(field);
    }
  },
  "comments, drawings and hidden parts removed": () => {
    const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
    const found: Node[] = [];
    while (comments.nextNode()) found.push(comments.currentNode);
    for (const comment of found) comment.parentNode?.removeChild(comment);
    for (const part of document.querySelectorAll("form svg, button svg, [aria-hidden=true]:not(:has(input))"))
      part.remove();
  },
  /** Some extensions do, as for shortcuts of their own. It is no element. */
  "events fired at the document": () => {
    for (const type of ["click", "keydown", "pointerdown", "touchstart", "touchend", "focusin"])
      document.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
  },
} satisfies Record<string, () => void>;

export type ForeignHand = keyof typeof foreignHands;

/** In the page: defined by `installHands`. */
declare const textsOf: (root: Document) => Text[];

/** What the functions above need, for `page.addInitScript`. */
export function installHands(): void {
  const skipped = "script, style, textarea, noscript";
  Object.assign(window, {
    textsOf: (root: Document) => {
      const walk = root.createTreeWalker(root.body, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (walk.nextNode()) found.push(walk.currentNode as Text);
      return found.filter((text) => text.data.trim() && !text.parentElement?.closest(skipped));
    },
  });
}
