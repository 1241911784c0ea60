import { expect, test } from "vitest";
import { failedLinks } from "./failed-links.ts";
import { parseFormattedText, plainText } from "./formatted-text.ts";

const text = (...content: unknown[]) => [{ kind: "text", content }];

test("bold, links and lists are parsed, and text between them keeps its line breaks", () => {
  expect(parseFormattedText("We **drew** it,\nthen [built](https://example.com/a?b=1&c=2) it.")).toEqual(
    text("We ", { bold: ["drew"] }, " it,\nthen ", { link: ["built"], href: "https://example.com/a?b=1&c=2" }, " it."),
  );
  expect(parseFormattedText("Before:\n\n- one\n- **two**\n- [three](http://example.com)\n\nAfter.")).toEqual([
    { kind: "text", content: ["Before:"] },
    {
      kind: "list",
      items: [["one"], [{ bold: ["two"] }], [{ link: ["three"], href: "http://example.com/" }]],
    },
    { kind: "text", content: ["After."] },
  ]);
  expect(parseFormattedText("(**bold**), “**quoted**”: **2 of 3**.")).toEqual(
    text("(", { bold: ["bold"] }, "), “", { bold: ["quoted"] }, "”: ", { bold: ["2 of 3"] }, "."),
  );
  expect(parseFormattedText("[Ada](https://en.example.org/wiki/Ada_(language))")).toEqual(
    text({ link: ["Ada"], href: "https://en.example.org/wiki/Ada_(language)" }),
  );
});

test.each([
  "",
  " ",
  "\n\n",
  "Plain words.\n\nWith paragraphs.\n",
  "2 ** 3 ** 2",
  "2**3**2",
  "2**n** steps",
  "f(**a, **b)",
  "x **= 2; y **= 3",
  "Price** and fee**",
  "**Net of tax. **Per month.",
  "**** **** **** 4242",
  "***",
  "*** Note ***",
  "***both***",
  "**",
  "****",
  "** spaced **",
  "**unbalanced",
  "unbalanced**",
  "**over\nlines**",
  "**!?**",
  "a*b*c and *single*",
  "snake_case_name and __init__",
  "- A single dash, as in a signature",
  "From 5 to -3 °C\n- or less",
  "-no space\n-between",
  "– one\n– two",
  "* one\n* two",
  "1. one\n2. two",
  "- \n- ",
  "# not a heading",
  "`code` and <b>tags</b> & entities &amp;",
  "[sic] and [1](2)",
  "[text](relative)",
  "[text](#)",
  "[text](mailto:)",
  "[text](mailto:nobody)",
  "[text](tel:now)",
  "[text]( https://example.com)",
  "[](https://example.com)",
  "[ ](https://example.com)",
  "[text](https://)",
  "https://example.com",
])("%j stays plain text", (typed) => {
  expect(parseFormattedText(typed)).toEqual(text(typed));
  expect(plainText(typed)).toBe(typed);
});

test.each([
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](\tjavascript:alert(1))",
  "[x](java\nscript:alert(1))",
  "[x](data:text/html,<script>alert(1)</script>)",
  "[x](vbscript:x)",
  "[x](//evil.example)",
  "[x](file:///etc/passwd)",
  "[x](https://bank.example@evil.example/)",
  "[x](https://user:secret@evil.example/)",
  '[x](https://example.com/"onmouseover="alert(1))',
  "[x](https://example.com/'onmouseover='alert(1))",
  "[x](https://example.com/<script>)",
  "[x](https://example.com\\@evil.example)",
  "[x](https://example.com/a b)",
  "[x](https://example.com/a(b(c)))",
])("%j is not parsed as a link", (typed) => {
  const parts = parseFormattedText(typed).flatMap((block) =>
    block.kind === "text" ? block.content : block.items.flat(),
  );
  expect(parts.filter((part) => typeof part !== "string")).toEqual([]);
  expect(parts.join("")).toBe(typed);
});

test.each([
  ["mailto:ada@example.com", "mailto:ada@example.com"],
  ["MailTo:ada@example.com?subject=Engine", "mailto:ada@example.com?subject=Engine"],
  ["tel:+92-300-1234567", "tel:+92-300-1234567"],
  ["TEL:112", "tel:112"],
  ["HTTPS://Example.COM/A", "https://example.com/A"],
  ["Http://example.com", "http://example.com/"],
  ["/career", "/career"],
  ["/details/1#market", "/details/1#market"],
  ["/", "/"],
  ["#team", "#team"],
])("[x](%s) is a link", (typed, href) => {
  expect(parseFormattedText(`[x](${typed})`)).toEqual(text({ link: ["x"], href }));
  expect(failedLinks(`[x](${typed})`)).toEqual([]);
});

test("bold may contain a link and link text may be bold, but a link cannot contain a link", () => {
  const href = "https://example.com/";
  expect(parseFormattedText("**see [x](https://example.com)**")).toEqual(
    text({ bold: ["see ", { link: ["x"], href }] }),
  );
  expect(parseFormattedText("[**x**](https://example.com)")).toEqual(text({ link: [{ bold: ["x"] }], href }));
  expect(parseFormattedText("[a [b](https://example.com)")).toEqual(text("[a ", { link: ["b"], href }));
  expect(parseFormattedText("**[x](javascript:alert(1))**")).toEqual(text({ bold: ["[x](javascript:alert(1))"] }));
  expect(parseFormattedText("[x](javascript:alert(1)) [y](https://example.com)")).toEqual(
    text("[x](javascript:alert(1)) ", { link: ["y"], href }),
  );
  expect(plainText("**see [x](https://example.com)** or [**y**](https://example.com)")).toBe("see x or y");
});

test("plainText removes the markup and keeps every word", () => {
  expect(plainText("We **drew** it.\n\n- one\n- [two](https://example.com)")).toBe("We drew it.\none\ntwo");
});

test.each<[string, number, string?]>([
  ["**", 25_000],
  ["**a", 16_000],
  ["**a ", 12_000],
  ["[", 50_000],
  ["[a](", 12_500],
  ["[a](https://a", 3_800],
  ["[a](https://(", 3_800],
  ["(a", 25_000],
  ["- a\n\n", 10_000],
  ["- \n", 16_000],
  ["a", 50_000, "**"],
])("%j repeated %i times is parsed within two seconds of processor time", (part, times, before = "") => {
  const long = before + part.repeat(times);
  const begun = process.threadCpuUsage();
  parseFormattedText(long);
  plainText(long);
  failedLinks(long);
  const { user, system } = process.threadCpuUsage(begun);
  expect((user + system) / 1_000).toBeLessThan(2_000);
});
