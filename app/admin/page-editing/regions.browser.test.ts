import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { typedIn } from "./regions.ts";

test("a no-break space of the text stays one, and those with which the browser shows spaces do not", async () => {
  const region = document.body.appendChild(document.createElement("p"));
  region.contentEditable = "plaintext-only";
  region.textContent = "10\u00a0000";
  await userEvent.click(region);
  await userEvent.keyboard("{End} users  a day ");
  expect(region.textContent).toMatch(/\u00a0.+\u00a0/);
  expect(typedIn(region, false)).toBe("10\u00a0000 users  a day ");
  region.remove();
});
