import { expect, test } from "vitest";
import { countryCode } from "./countries.ts";

test("only English country names give a country code, whatever their letter case and outer spaces", () => {
  expect(countryCode("Pakistan")).toBe("PK");
  expect(countryCode(" united kingdom ")).toBe("GB");
  expect(countryCode("Germany")).toBe("DE");
  expect(countryCode("United States")).toBe("US");
  for (const name of ["", "Lahore", "PK", "Remote", "__proto__", "Unknown Region"])
    expect([name, countryCode(name)]).toEqual([name, undefined]);
});
