import { expect, test } from "vitest";
import { countryCode } from "./countries.ts";

test("a country is known by its English name, however it is written, and nothing else is a country", () => {
  expect(countryCode("Pakistan")).toBe("PK");
  expect(countryCode(" united kingdom ")).toBe("GB");
  expect(countryCode("Germany")).toBe("DE");
  expect(countryCode("United States")).toBe("US");
  for (const name of ["", "Lahore", "PK", "Remote", "__proto__", "Unknown Region"])
    expect([name, countryCode(name)]).toEqual([name, undefined]);
});
