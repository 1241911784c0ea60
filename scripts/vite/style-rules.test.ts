import { expect, test } from "vitest";
import { usedStyle } from "#app/site/render/used-style.server.ts";
import { styleParts } from "./style-rules.ts";

const used = (css: string, ...classes: string[]) =>
  usedStyle(styleParts(css), `<p class="${classes.join(" ")}">.absent</p>`);

test("a document contains the rules whose selectors have no class that it lacks", () => {
  expect(used(".a{color:red}.b{color:blue}.a .c,.d>.a:hover{margin:0}p{top:0}", "a", "d")).toBe(
    ".a{color:red}.d>.a:hover{margin:0}p{top:0}",
  );
  expect(used(".absent{color:red}", "a")).toBe("");
});

test("a class in brackets is not needed, and an escaped one is compared as it is in the document", () => {
  const css = '.a:not(.b){top:0}.a:has(>.c,.d)::before{top:1px}:is(.e,.f) .a{top:2px}.a[href=".g"]{top:3px}';
  expect(used(css, "a")).toBe(css);
  expect(used(".a\\+b{top:0}.a\\.c{top:1px}", "a+b", "a")).toBe(".a\\+b{top:0}");
});

test("groups without a rule are left out; layers, fonts and what stands on its own stay in their order", () => {
  const css =
    '@layer base,ui;@font-face{font-family:A;src:url("a.woff2")}@layer ui{@media (min-width:5px){.a{top:0}}@supports (top:0){.b{top:0}}}@property --x{syntax:"*";inherits:false}';
  expect(used(css, "b")).toBe(
    '@layer base,ui;@font-face{font-family:A;src:url("a.woff2")}@layer ui{@supports (top:0){.b{top:0}}}@property --x{syntax:"*";inherits:false}',
  );
});

test("key frames are in the document if one of its rules names them", () => {
  const css =
    "@keyframes turn{to{rotate:1turn}}@keyframes fade{to{opacity:0}}.a{animation:1s turn}.b{animation:1s fade}";
  expect(used(css, "a")).toBe("@keyframes turn{to{rotate:1turn}}.a{animation:1s turn}");
});
