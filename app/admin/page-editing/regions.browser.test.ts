import { expect, test } from "vitest";
import { typedIn } from "./regions.ts";

test("a no-break space of the text stays one, and those with which browsers show spaces do not", () => {
  const region = document.body.appendChild(document.createElement("p"));
  region.textContent = "10\u00a0000 users\u00a0 a day\u00a0";
  expect(typedIn(region, false)).toBe("10\u00a0000 users  a day ");
  region.remove();
});

// Outside the document, where `innerText` knows no lines: what is typed must not depend on the layout.
test.each([
  ["a line\n<br>", "a line\n"],
  ["a line<br>another<br><br>", "a line\nanother\n"],
  ["a line\nanother\n\n", "a line\nanother\n"],
  ["<div>a line</div><div><br></div><div>a <b>third</b><!-- --></div>", "a line\n\na third"],
])("browsers' ways to write lines, such as %j, are all %j", (html, text) => {
  const region = document.createElement("div");
  region.innerHTML = html;
  expect(typedIn(region, true)).toBe(text);
  expect(typedIn(region, false)).toBe(text.replace(/\n+/g, " "));
});
