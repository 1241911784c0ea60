import { expect, type Page } from "@playwright/test";

/** Expects the current document to be valid HTML; see `problemsOf`. */
export async function expectSoundMarkup(page: Page, where: string): Promise<void> {
  expect(await page.evaluate(problemsOf, undefined), where).toEqual([]);
}

/**
 * Like `expectSoundMarkup`, for HTML as sent by the server; also fails if the parser has to close or move an element.
 */
export async function expectSoundSource(page: Page, source: string, where: string): Promise<void> {
  // The policy of the page that parses it would block the styles of another.
  const html = source.replace(/<style>.*?<\/style>/gs, "");
  expect(await page.evaluate(problemsOf, html), where).toEqual([]);
  const moved = await page.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, "text/html");
    const elements = source.replace(/<(script|style)\b[^>]*>.*?<\/\1>/gs, "");
    const names = ["p", "div", "span", "ul", "li", "a", "button", "h2", "h3", "section", "form", "summary", "dl"];
    return names.filter((name) => {
      const written = elements.match(new RegExp(`<${name}[\\s>]`, "g"))?.length ?? 0;
      return written !== parsed.querySelectorAll(name).length;
    });
  }, html);
  expect(moved, `${where}: closed or moved by the parser`).toEqual([]);
}

/**
 * Runs in the browser. Finds duplicate ids, dangling references, elements not allowed by the content model, and
 * indistinguishable landmarks.
 */
function problemsOf(html?: string): string[] {
  const page = html === undefined ? document : new DOMParser().parseFromString(html, "text/html");
  const found: string[] = [];
  const all = [...page.body.querySelectorAll("*")];
  const named = (element: Element) => `<${element.localName}> ${element.outerHTML.slice(0, 120)}`;
  const note = (elements: Element[], problem: string) => {
    for (const element of elements) found.push(`${problem}: ${named(element)}`);
  };

  const ids = Map.groupBy(page.querySelectorAll("[id]"), ({ id }) => id);
  note(
    [...ids.values()].flatMap((same) => same.slice(1)),
    "an id given twice",
  );

  const references = [
    "for",
    "form",
    "list",
    "aria-controls",
    "aria-labelledby",
    "aria-describedby",
    "aria-activedescendant",
    "aria-owns",
  ];
  for (const attribute of references)
    note(
      all.filter((element) =>
        (element.getAttribute(attribute)?.split(/\s+/) ?? []).some((id) => {
          const target = page.getElementById(id);
          return attribute === "form" ? target?.localName !== "form" : target === null;
        }),
      ),
      `${attribute} names nothing`,
    );
  const drawn = all.filter((element) => element.localName === "use");
  note(
    drawn.filter((use) => !page.querySelector(use.getAttribute("href") ?? "_")),
    "href names nothing",
  );

  const flow =
    "address, article, aside, blockquote, dd, details, dialog, div, dl, dt, fieldset, figcaption, figure, footer, form, header, hr, li, main, nav, ol, p, pre, section, table, ul";
  const headings = "h1, h2, h3, h4, h5, h6, hgroup";
  const phrasing = "span, p, button, label, b, i, em, strong, small, time, code, h1, h2, h3, h4, h5, h6, dt";
  note(
    [...page.body.querySelectorAll(`:is(${phrasing}) :is(${flow}, ${headings})`)].filter(isInWords),
    "stands among words",
  );
  note(
    [...page.body.querySelectorAll(`summary :is(${flow}), summary :is(span, b, i) :is(${headings})`)],
    "stands in a summary",
  );
  const interactive = "a[href], button, input:not([type=hidden]), select, textarea, details, iframe";
  note([...page.body.querySelectorAll(`:is(a[href], button) :is(${interactive})`)], "a control in a control");
  note([...page.body.querySelectorAll(":is(ul, ol) > :not(li, script, template)")], "no list item");
  note(
    all.filter((element) => element.matches("li") && !element.parentElement?.matches("ul, ol, menu")),
    "a list item alone",
  );
  note([...page.body.querySelectorAll("dl > :not(dt, dd, div)")], "no part of a description list");
  note([...page.body.querySelectorAll("img:not([alt])")], "a picture without a text");

  const labelOf = (element: Element) =>
    element.getAttribute("aria-label") ??
    page.getElementById(element.getAttribute("aria-labelledby") ?? "")?.textContent ??
    "";
  for (const kind of ["nav", "aside", "section[aria-label]", "search"]) {
    const landmarks = [...page.body.querySelectorAll(kind)].filter(
      (landmark) => html !== undefined || landmark.checkVisibility(),
    );
    if (kind === "aside")
      note(
        landmarks.filter((landmark) => !labelOf(landmark)),
        "a landmark without a name",
      );
    // The source contains a menu that is not shown yet.
    if (html === undefined && landmarks.length > 1)
      note(
        [...Map.groupBy(landmarks, labelOf).values()].flatMap((same) => same.slice(1)),
        "a landmark like another",
      );
  }
  return found;

  /** Whether HTML's content model applies: not inside SVG or MathML. */
  function isInWords(element: Element) {
    return element.closest("svg, math") === null;
  }
}
