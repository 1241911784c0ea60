import { expect, test } from "vitest";
import { isVisible } from "./visible.ts";

test.each([
  "",
  " \t\n",
  "\u200b",
  "\u2060",
  "\u00ad",
  "\u3164",
  "\u2800",
  "\ufeff\u200d",
  "\u034f",
  "\u{e0020}",
  "\ufe0f",
])("%j has no visible character", (text) => {
  expect(isVisible(text)).toBe(false);
});

test.each(["a", ".", "\u200bа", "👩‍💻", "م", "\u3000字", "٣", "—"])("%j has one", (text) => {
  expect(isVisible(text)).toBe(true);
});
