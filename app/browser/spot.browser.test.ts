import { expect, test } from "vitest";
import { spotAt } from "./spot.ts";

test("the text of a spot keeps the words of neighbouring blocks apart", () => {
  document.body.innerHTML = `<section style="padding: 20px"><p>11</p><h3>Drafted <b>ti</b>tle</h3></section>`;
  const { left, bottom } = (document.querySelector("section") as HTMLElement).getBoundingClientRect();
  expect(spotAt(document, left + 5, bottom - 5).words).toBe("11 Drafted title");
});
