import { expect, test } from "vitest";
import { failedLinks } from "./failed-links.ts";

const begin = "Its address has to begin with https://, mailto:, tel: or /.";
const brackets = "It needs words without brackets between [ and ].";
const unreadable = "Its address cannot be read.";
const without = (sign: string, code: string) => `Its address contains ${sign}: take it out, or write it as ${code}.`;

test.each([
  ["[a](www.example.com)", begin],
  ["[b](javascript:alert)", begin],
  ["[c](ada@example.com)", begin],
  ["[d](//x.example)", begin],
  ["[jobs](career)", begin],
  ["[e](mailto:ada)", unreadable],
  ["[f](https://a b.example)", without("a space", "%20")],
  ["[team](#our team)", without("a space", "%20")],
  ["[g]( https://example.com)", without("a space", "%20")],
  ["[Moore's law](https://en.wikipedia.org/wiki/Moore's_law)", without("'", "%27")],
  ["[plan](https://example.com/plan_(v1_(final)))", without("(", "%28")],
  ["[plan](https://example.com/plan_(v1)", without("(", "%28")],
  ["[See [1] here](https://example.com)", brackets],
  ["[ ](https://example.com)", brackets],
])("%s does not become a link, and it is said why", (typed, cause) => {
  expect(failedLinks(`See **this**, ${typed}, and [ok](https://example.com).`)).toEqual([{ typed, cause }]);
});

test.each([
  "[sic] [1](2) [later]( ) [x](#) f[0](a) and [ok](https://example.com)",
  "**see [ok](https://example.com)**, [**ok**](https://example.com), [a [ok](https://example.com)",
  "[Ada](https://en.example.org/wiki/Ada_(language)) ([ok](/career))",
])("%s has no link that failed", (text) => {
  expect(failedLinks(text)).toEqual([]);
});
