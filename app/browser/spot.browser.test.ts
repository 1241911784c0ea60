import { expect, test } from "vitest";
import { spotAt } from "./spot.ts";

test("the text of a spot keeps the words of neighbouring blocks apart", () => {
  document.body.innerHTML = `<section style="padding: 20px"><p>11</p><h3>Drafted <b>ti</b>tle</h3></section>`;
  const { left, bottom } = (document.querySelector("section") as HTMLElement).getBoundingClientRect();
  expect(spotAt(document, left + 5, bottom - 5).words).toBe("11 Drafted title");
});

test("the text of a spot has no more letters than are stored, however many emoji are among them", () => {
  document.body.innerHTML = `<p>${"🧵".repeat(15)} ${"word ".repeat(19)}</p>`;
  const { left, top } = (document.querySelector("p") as HTMLElement).getBoundingClientRect();
  const { words } = spotAt(document, left + 5, top + 5);
  // As the contract counts them (app/features/approval/approval.contract.ts).
  expect([words.length <= 120, words.length > 100]).toEqual([true, true]);
});
