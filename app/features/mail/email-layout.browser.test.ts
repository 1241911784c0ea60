import { expect, onTestFinished, test } from "vitest";
import { type Company, drawn, type Words } from "./email-layout.service.server.ts";

const emailHtml = (words: Words, company: Company) => drawn(words, company).html;

const company = {
  name: "Jorna",
  tagline: "Software that lasts",
  address: "12 Mall Road, Lahore",
  theme: { pencil: "#d9480f", bottle: "#0e3127" },
};
const long = "abcdefghijklmnopqrstuvwxyz".repeat(3);
const words: Words = {
  heading: "Grace Hopper has assigned the message of Ada Lovelace to you",
  blocks: [
    {
      kind: "facts",
      facts: [
        ["Reference", "7K2M-9PXA"],
        ["Email", `${long}@example.com`],
      ],
    },
    { kind: "quoted", text: `An engine.\n${long}` },
    { kind: "text", text: "And 30 more." },
    { kind: "button", label: "Open the message", href: `https://site.example/${long}` },
    { kind: "small", text: "Answer this mail." },
  ],
};
const logo = { url: "data:image/png;base64,", width: 160, height: 40 };

/** The mail in a window of its own. */
async function show(html: string, width: number): Promise<Document> {
  const frame = document.createElement("iframe");
  frame.style.cssText = `width:${width}px;height:800px;border:0`;
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  frame.srcdoc = html;
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  await loaded;
  return frame.contentDocument as Document;
}

/** Takes away what Outlook's Word engine ignores, or takes for a hint. */
function asInWord(mail: Document): void {
  for (const element of mail.querySelectorAll<HTMLElement>("[style]")) {
    for (const name of ["max-width", "width", "height", "table-layout", "display", "background", "line-height"])
      element.style.removeProperty(name);
    element.style.removeProperty("word-break");
    if (element.tagName !== "TD") element.style.removeProperty("padding");
  }
}

const partsOf = (mail: Document) => {
  const [heading, button] = [mail.querySelector("h1"), mail.querySelector("a")];
  return { heading, button, card: heading?.closest("table")?.closest("td"), key: button?.closest("td") };
};

test("a mail keeps its width, its paddings, its mark and its button where only attributes and cells count", async () => {
  const mail = await show(emailHtml(words, company).replaceAll(long, "Short"), 1_000);
  asInWord(mail);
  const { heading, card, key } = partsOf(mail);
  const box = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect();
  expect(box(card).width).toBe(600);
  expect(box(card).left).toBe(200);
  expect(box(heading).left - box(card).left).toBe(29);
  expect(box(key).height).toBe(48);
  expect(box(key).width).toBeGreaterThan(48 + 100);
  const mark = mail.querySelectorAll("td[width='7'], td[width='9']");
  expect([...mark].map((piece) => [box(piece).width, box(piece).height])).toEqual([
    [9, 20],
    [9, 20],
  ]);
  const colours = [card, key].map((each) => each && getComputedStyle(each).backgroundColor);
  expect(colours).toEqual(["rgb(251, 253, 252)", "rgb(217, 72, 15)"]);
});

test("no space, size or colour of a mail depends on anything but cells and attributes", async () => {
  for (const html of [emailHtml(words, company), emailHtml(words, { ...company, logo })]) {
    const mail = await show(html, 1_000);
    for (const element of mail.body.querySelectorAll<HTMLElement>("*")) {
      const style = element.getAttribute("style") ?? "";
      expect(["TABLE", "TBODY", "TR", "TD", "H1", "A", "IMG", "STRONG", "BR"]).toContain(element.tagName);
      if (element.tagName !== "TD") expect(style).not.toMatch(/padding/);
      expect(style).not.toMatch(/background|(?<!max-)width|height:(?!\d)|flex|float|border-radius|inline-block/);
      if (element.tagName === "TABLE")
        for (const [name, value] of Object.entries({ cellpadding: "0", cellspacing: "0", border: "0" }))
          expect(element.getAttribute(name)).toBe(value);
      const hasText = [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
      );
      if (element.tagName === "TD" && hasText) expect(style).toMatch(/font-family:[^;]*Arial/);
    }
  }
});

test("a mail is as wide as a phone, with words of any length, and its button can be pressed in its whole height", async () => {
  for (const html of [emailHtml(words, company), emailHtml(words, { ...company, logo })]) {
    const mail = await show(html, 390);
    expect(mail.documentElement.scrollWidth).toBe(390);
    const { card, button } = partsOf(mail);
    expect(card?.getBoundingClientRect().width).toBe(366);
    expect(button?.getBoundingClientRect().height).toBe(48);
  }
});

test("each text begins at the side of its own script", async () => {
  const text = "شکریہ، ہم کل لکھیں گے۔";
  const mail = await show(emailHtml({ heading: text, blocks: [{ kind: "text", text }] }, company), 600);
  for (const element of [
    mail.querySelector("h1"),
    [...mail.querySelectorAll("td")].findLast((td) => td.textContent === text),
  ])
    expect(getComputedStyle(element as Element).direction).toBe("rtl");
});
