import fs from "node:fs";
import { expect, test } from "vitest";
import { contrast, fromOklch } from "./colour.ts";
import { builtInTheme, colourObjection, contrastsOf, fixedColours, themeRules } from "./theme.ts";

const css = fs.readFileSync(new URL("../ui/tokens.css", import.meta.url), "utf8");

/** A token of app/ui/tokens.css in sRGB: one colour, or `light-dark()` of two. */
function token(name: string, scheme: "light" | "dark" = "light"): string {
  const [, value = ""] = new RegExp(`--${name}: (.*);`).exec(css) ?? [];
  const [light, dark = light] = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)];
  const [, lightness, chroma, hue] = (scheme === "dark" ? dark : light) ?? [];
  return fromOklch([Number(lightness), Number(chroma), (Number(hue) * Math.PI) / 180]);
}

test("the contrast ratio is computed as defined by WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBe(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrast("#123456", "#123456")).toBe(1);
});

test("the built-in colours and their backgrounds equal the tokens in tokens.css", () => {
  expect(builtInTheme).toEqual({
    pencil: token("pencil"),
    pencilDark: token("pencil", "dark"),
    bottle: token("solid"),
    bottleDark: token("solid", "dark"),
  });
  expect(fixedColours).toMatchObject({
    light: { ground: token("ground"), sunk: token("sunk"), surface: token("surface") },
    dark: {
      ground: token("ground", "dark"),
      sunk: token("sunk", "dark"),
      surface: token("surface", "dark"),
    },
    onPencil: [token("on-pencil"), token("surface")],
    onSolid: token("on-solid"),
    onSolid2: token("on-solid-2"),
  });
});

test("the built-in colours pass the contrast check and generate no CSS rules", () => {
  for (const role of ["pencil", "pencilDark", "bottle", "bottleDark"] as const)
    expect([role, colourObjection(role, builtInTheme[role])]).toEqual([role, undefined]);
  expect(themeRules(builtInTheme)).toBe("");
  expect(themeRules({ ...builtInTheme, pencil: "#F1561E" })).toBe("");
});

test("the error for a rejected colour states its contrast, the required contrast and a colour that passes", () => {
  expect(colourObjection("pencil", "#ffb000")).toMatch(
    /^has too little contrast: lines and large words on the page would have 1\.\d+:1 and need 3:1 \(WCAG AA\)\. Choose a darker colour, such as #[0-9a-f]{6}\.$/,
  );
  expect(colourObjection("pencilDark", "#302060")).toMatch(/Choose a lighter colour/);
  expect(colourObjection("bottle", "#5a8f7b")).toMatch(/words on it would have .* and need 4\.5:1 .* a darker colour/);
  expect(colourObjection("pencil", "red;}")).toBe("has to be a colour such as #f1561e.");
});

const some = ["00", "40", "80", "c0", "ff"];
const colours = some.flatMap((red) => some.flatMap((green) => some.map((blue) => `#${red}${green}${blue}`)));

test("every rejected colour gets a suggestion that passes, and colours derived from passing ones pass too", () => {
  for (const role of ["pencil", "pencilDark", "bottle", "bottleDark"] as const)
    for (const colour of colours) {
      const offered = /such as (#[0-9a-f]{6})\.$/.exec(colourObjection(role, colour) ?? "")?.[1] ?? colour;
      expect([role, colour, colourObjection(role, offered)]).toEqual([role, colour, undefined]);
      for (const { what, ratio, needed } of contrastsOf(role, offered))
        expect(ratio, `${what}: ${offered}`).toBeGreaterThanOrEqual(needed);
      expectReadable(themeRules({ ...builtInTheme, [role]: offered }), role.endsWith("Dark") ? "dark" : "light");
    }
});

/** Measures the tokens as a page would use them: those of the rules over those of the design. */
function expectReadable(rules: string, scheme: "light" | "dark"): void {
  const changed = Object.fromEntries(
    [...rules.matchAll(/--([\w-]+):(#[0-9a-f]{6})/g)].map(([, name, to]) => [name, to]),
  );
  const at = (name: string) => changed[name] ?? token(name, scheme);
  const pencilThere = changed["pencil-on-solid"] ?? at("pencil");
  const pairs: [front: string, back: string, needed: number][] = [
    ...["ground", "sunk", "surface"].map((name): [string, string, number] => [at("pencil-text"), at(name), 4.5]),
    [at("on-pencil"), at("pencil"), 4.5],
    [changed["on-pencil-on-solid"] ?? at("on-pencil"), pencilThere, 4.5],
    [pencilThere, at("solid"), 3],
    [pencilThere, at("solid-2"), 3],
    [at("on-solid"), at("solid"), 4.5],
    [at("on-solid-2"), at("solid-2"), 4.5],
  ];
  for (const [front, back, needed] of pairs)
    expect(contrast(front, back), `${front} on ${back} in ${rules}`).toBeGreaterThanOrEqual(needed);
}
