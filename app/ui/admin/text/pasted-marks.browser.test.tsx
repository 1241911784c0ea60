import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { FormattedTextArea } from "./formatted-text-area.tsx";
import { marksIn } from "./pasted-marks.ts";

test.each([
  [
    "<p>We <b>drew</b> it.</p><ul><li>one</li><li><strong>two</strong></li></ul><p>After.</p>",
    "We **drew** it.\n\n- one\n- **two**\n\nAfter.",
  ],
  // Google Docs.
  [
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:400">Plain </span><span style="font-weight:700">bold</span></p><ul><li><p><span>first</span></p></li><li><p><a href="https://example.com/a"><span>second</span></a></p></li></ul></b>',
    "Plain **bold**\n\n- first\n- [second](https://example.com/a)",
  ],
  // Word.
  [
    '<html><head><style>p {}</style></head><body><!--StartFragment--><p class=MsoNormal>See <a href="mailto:ada@example.com">Ada</a>:</p><p class=MsoListParagraphCxSpFirst style="mso-list:l0 level1 lfo1"><![if !supportLists]><span style="mso-list:Ignore">·<span>&nbsp;&nbsp; </span></span><![endif]>one</p><p class=MsoListParagraphCxSpLast style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span><b>two</b> more</p></body></html>',
    "See [Ada](mailto:ada@example.com):\n\n- one\n- **two** more",
  ],
  // LibreOffice.
  ["<ol><li><p>a <b>b </b>c</p></li>\n<li><p>d</p></li></ol>", "1. a **b** c\n2. d"],
  // Bold in two parts, or where it could not be read: within a word, of a sign alone, beside asterisks.
  ["<p><b>Price</b><b>:</b> <b>high </b><b>and low</b></p>", "**Price:** **high** **and low**"],
  ["<p><b>x</b> Total<b>:</b> 5, <b>un</b>do, <b>Price*</b></p>", "**x** Total: 5, undo, Price*"],
  ["<p>Total<b>:</b> 5 and <b>un</b>do</p>", undefined],
  ["<p><b>one<br>two</b></p>", "**one**\n**two**"],
  ["<ul><li>a</li><li>b</li><li>c</li></ul>", "- a\n- b\n- c"],
  // Numbers are part of the text.
  ["<ol><li>a</li><li>b</li></ol>", undefined],
  [
    '<p>See <b>step</b> 4.</p><ol start="3"><li>a<ul><li>x</li></ul></li><ol><li>y</li></ol><li><p>b</p></li></ol>',
    "See **step** 4.\n\n3. a\n- x\n1. y\n4. b",
  ],
  [
    '<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.<span>&nbsp;</span></span>one</p><p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">2.<span>&nbsp;</span></span><b>two</b></p>',
    "1. one\n2. **two**",
  ],
  [
    '<a href="https://en.wikipedia.org/wiki/Moore\'s_law">Moore\'s law</a> <a href="https://example.com/a_(b_(c))?d=[e]">f</a>',
    "[Moore's law](https://en.wikipedia.org/wiki/Moore%27s_law) [f](https://example.com/a_%28b_%28c%29%29?d=%5Be%5D)",
  ],
  [
    '<a href="https://user:secret@example.com/">x</a> <a href="tel:+92 300 1234567">call</a>',
    "x [call](tel:+92%20300%201234567)",
  ],
  // A footnote and the contents of a Word document, which would lead into the back office.
  ['<p>A <b>claim</b><a href="#_ftn1">[1]</a></p><p><a href="#_Toc1">Contents</a></p>', "A **claim**[1]\n\nContents"],
  ["<p>Plain words.</p><h2>A heading</h2>", undefined],
  ['<a href="javascript:alert(1)">x</a>', undefined],
])("%j becomes light formatting", (html, text) => {
  expect(marksIn(html)).toBe(text);
});

test("a paste from a word processor is typed as light formatting, and undone as one step", async () => {
  const screen = await render(<FormattedTextArea label="Text" name="text" rows={4} defaultValue="Before " />);
  const area = screen.getByRole("textbox").element() as HTMLTextAreaElement;
  area.focus();
  area.setSelectionRange(7, 7);
  const data = new DataTransfer();
  data.setData("text/html", "<ul><li>one</li><li><b>two</b></li></ul>");
  data.setData("text/plain", "one two");
  area.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  expect(area.value).toBe("Before - one\n- **two**");
  await userEvent.keyboard("{Control>}z{/Control}");
  expect(area.value).toBe("Before ");
});
