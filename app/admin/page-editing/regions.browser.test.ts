import { expect, test } from "vitest";
import { typedIn } from "./regions.ts";

test("a no-break space of the text stays one, and those with which browsers show spaces do not", () => {
  const region = document.body.appendChild(document.createElement("p"));
  region.textContent = "10\u00a0000 users\u00a0 a day\u00a0";
  expect(typedIn(region, false)).toBe("10\u00a0000 users  a day ");
  region.remove();
});
