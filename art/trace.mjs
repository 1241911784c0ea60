// Turns a drawn state, as the browser lays it out, into SVG paths: outlines and borders, the lines that stand for small
// text, the shapes of inline SVGs, and readable text as glyph outlines.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Blob, Buffer as TextBuffer, Face, Feature, Font, shape, Variation } from "harfbuzzjs";

const require = createRequire(import.meta.url);

/** Units of the drawing per CSS pixel. */
const unit = 10;

/** The drawing in `page`, which shows a source in its drawn state, as an SVG document; `folder` holds art.css. */
export async function traced(page, folder) {
  const { width, height, marks } = await page.evaluate(collectMarks);
  const fonts = await readFonts(folder);
  const drawing = new Map();
  const clips = [];
  for (const mark of marks) {
    const clip = mark.clip && addClip(clips, mark.clip);
    const look = mark.text ? { fill: true } : { width: mark.width, round: mark.round };
    const key = JSON.stringify([mark.group, clip ?? -1, look]);
    const subpaths = mark.text ? fonts.outlines(mark.text) : mark.subpaths;
    if (!drawing.has(key)) drawing.set(key, { group: mark.group, clip, look, subpaths: [] });
    drawing.get(key).subpaths.push(...subpaths);
  }
  const groups = ["guides", "frames", "details"].map((group) =>
    [...drawing.values()].filter((path) => path.group === group),
  );
  return document_(width, height, clips, groups);
}

function addClip(clips, clip) {
  const key = JSON.stringify(clip);
  const known = clips.findIndex((each) => JSON.stringify(each) === key);
  return known >= 0 ? known : clips.push(clip) - 1;
}

function document_(width, height, clips, groups) {
  const defs = clips.map((clip, index) => `<clipPath id="c${index}"><path d="${data([clip])}"/></clipPath>`).join("");
  const inside = groups.map((paths) => `<g>${paths.map(element).join("")}</g>`).join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" color="#f1561e" viewBox="0 0 ${width * unit} ${height * unit}" fill="none" ` +
    `stroke="currentColor" stroke-width="${1.25 * unit}">${defs && `<defs>${defs}</defs>`}${inside}</svg>\n`
  );
}

function element({ clip, look, subpaths }) {
  const distinct = [...new Map(subpaths.map((each) => [JSON.stringify(each), each])).values()];
  const attributes = [
    look.fill && 'fill="currentColor" stroke="none"',
    look.width && look.width !== 1.25 && `stroke-width="${round(look.width)}"`,
    look.round && 'stroke-linecap="round"',
    clip !== undefined && `clip-path="url(#c${clip})"`,
    `pathLength="${pathLength(distinct)}"`,
  ].filter(Boolean);
  return `<path ${attributes.join(" ")} d="${data(distinct)}"/>`;
}

/**
 * Dashes start anew at each subpath. With this path length the longest one is 1 long, so that all are drawn at one
 * speed and the longest arrives last.
 */
function pathLength(subpaths) {
  const lengths = subpaths.map(lengthOf);
  const sum = lengths.reduce((total, length) => total + length, 0);
  return Math.floor((100 * sum) / Math.max(...lengths)) / 100;
}

function lengthOf(subpath) {
  let sum = 0;
  let [x, y] = [0, 0];
  let start = [0, 0];
  for (const [command, ...numbers] of subpath) {
    const [nextX, nextY] = command === "Z" ? start : numbers.slice(-2);
    if (command === "M") start = [nextX, nextY];
    else sum += Math.hypot(nextX - x, nextY - y) * (command === "A" ? 1.11 : 1);
    [x, y] = [nextX, nextY];
  }
  return sum;
}

const round = (value) => Math.round(value * unit);

/** Path data in whole units. Rounded relative to the start of its subpath, a shape that recurs is the same text. */
function data(subpaths) {
  let at = [0, 0];
  let text = "";
  for (const subpath of subpaths) {
    const [, startX, startY] = subpath[0];
    const start = [round(startX), round(startY)];
    text += numbersAfter("m", [start[0] - at[0], start[1] - at[1]]);
    let [x, y] = [0, 0];
    const local = (pointX, pointY) => [round(pointX - startX), round(pointY - startY)];
    let isClosed = false;
    for (const [command, ...numbers] of subpath.slice(1)) {
      if (command === "Z") {
        text += "z";
        isClosed = true;
        continue;
      }
      const [endX, endY] = local(...numbers.slice(-2));
      if (command === "L") {
        const [dx, dy] = [endX - x, endY - y];
        if (dx === 0 && dy === 0) continue;
        text += dy === 0 ? numbersAfter("h", [dx]) : dx === 0 ? numbersAfter("v", [dy]) : numbersAfter("l", [dx, dy]);
      } else if (command === "A") {
        const [rx, ry, turn, large, sweep] = numbers;
        text += `a${round(rx)} ${round(ry)} ${Math.round(turn)} ${large} ${sweep}${numbersAfter(" ", [endX - x, endY - y]).replace("  ", " ")}`;
      } else {
        const points = [];
        for (let index = 0; index < numbers.length; index += 2) {
          const [pointX, pointY] = local(numbers[index], numbers[index + 1]);
          points.push(pointX - x, pointY - y);
        }
        if (points.every((value) => value === 0)) continue;
        text += numbersAfter(command.toLowerCase(), points);
      }
      [x, y] = [endX, endY];
    }
    at = isClosed ? start : [start[0] + x, start[1] + y];
  }
  return text;
}

const numbersAfter = (command, numbers) => command + numbers.join(" ").replaceAll(" -", "-");

/** The fonts of art.css, for glyph outlines. */
async function readFonts(folder) {
  const { decompress } = require("wawoff2");
  const css = readFileSync(path.join(folder, "art.css"), "utf8");
  const faces = new Map();
  for (const [, family, file] of css.matchAll(/@font-face\{font-family:(\w+);src:url\(([^)]+)\)/g))
    faces.set(family, path.join(folder, file));
  const opened = new Map();
  for (const [family, file] of faces)
    opened.set(family, new Face(new Blob(Uint8Array.from(await decompress(readFileSync(file))))));
  const fonts = new Map();

  function fontOf({ family, weight, stretch }) {
    const key = `${family} ${weight} ${stretch}`;
    if (!fonts.has(key)) {
      const face = opened.get(family);
      if (!face) throw new Error(`No font ${family}`);
      const font = new Font(face);
      font.setScale(1000, 1000);
      font.setVariations([new Variation("wght", weight), new Variation("wdth", stretch)]);
      fonts.set(key, font);
    }
    return fonts.get(key);
  }

  return {
    /** Glyph outlines of a text mark: one or more subpaths for each character at its position. */
    outlines({ type, letters }) {
      const font = fontOf(type);
      return letters.flatMap(({ letter, matrix: [a, b, c, d, e, f] }) => {
        const buffer = new TextBuffer();
        buffer.addText(letter);
        buffer.guessSegmentProperties();
        shape(font, buffer, type.tabular ? [new Feature("tnum", 1)] : []);
        const scale = type.size / 1000;
        const put = (x, y) => [a * x * scale - c * y * scale + e, b * x * scale - d * y * scale + f];
        return buffer.getGlyphInfos().flatMap(({ codepoint }) => subpathsOf(font.glyphToPath(codepoint), put));
      });
    },
  };
}

/** Splits absolute path data of M, L, Q, C and Z into subpaths. */
function subpathsOf(text, put) {
  const subpaths = [];
  for (const [, command, numbers] of text.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const values = (numbers.match(/-?[\d.]+/g) ?? []).map(Number);
    const points = [];
    for (let index = 0; index < values.length; index += 2) points.push(...put(values[index], values[index + 1]));
    if (command === "M") subpaths.push([]);
    subpaths.at(-1).push([command, ...points]);
  }
  return subpaths;
}

/** Runs in the page. Lists every visible mark of the drawing with its geometry in CSS pixels, relative to `.c`. */
function collectMarks() {
  const canvas = document.querySelector(".c");
  const origin = canvas.getBoundingClientRect();
  const marks = [];
  showPseudoElements();
  for (const element of canvas.querySelectorAll("*")) {
    if (element.getClientRects().length === 0 && !element.ownerSVGElement) continue;
    if (element.ownerSVGElement) markShape(element);
    else if (element.localName !== "svg") markBox(element);
    else if (element.classList.contains("b")) markBox(element);
  }
  markText();
  return { width: origin.width, height: origin.height, marks };

  /** Pseudo-elements have no geometry that script can read; elements in their place do. */
  function showPseudoElements() {
    for (const element of [...canvas.querySelectorAll("*")]) {
      const style = getComputedStyle(element, "::after");
      if (style.content === "none" || style.display === "none") continue;
      const stand = document.createElement("span");
      for (const name of ["position", "left", "top", "width", "height", "border-style", "border-width", "transform"])
        stand.style.setProperty(name, style.getPropertyValue(name), "important");
      element.append(stand);
    }
  }

  function add(mark, element, box) {
    const clip = clipOf(element, box);
    if (clip === null) return;
    const group = element.closest(".dim") ? "guides" : (mark.group ?? "details");
    marks.push({ ...mark, group, clip });
  }

  /** The outline of the innermost box that cuts the mark off, undefined if none does, null if nothing is left. */
  function clipOf(element, box) {
    const tolerance = 0.9;
    for (let parent = element.parentElement; parent && parent !== canvas; parent = parent.parentElement) {
      if (getComputedStyle(parent).overflow === "visible") continue;
      const rect = boxOf(parent);
      if (box.right < rect.left || box.left > rect.right || box.bottom < rect.top || box.top > rect.bottom) return null;
      const isInside =
        box.left >= rect.left - tolerance &&
        box.top >= rect.top - tolerance &&
        box.right <= rect.right + tolerance &&
        box.bottom <= rect.bottom + tolerance;
      if (isInside) continue;
      return rounded(rect, parent.ownerSVGElement || parent.localName === "svg" ? 0 : radiusOf(parent));
    }
    return box.right < 0 || box.bottom < 0 || box.left > origin.width || box.top > origin.height ? null : undefined;
  }

  function boxOf(element) {
    return relative(element.getBoundingClientRect());
  }

  function relative({ left, top, right, bottom }) {
    return {
      left: left - origin.left,
      top: top - origin.top,
      right: right - origin.left,
      bottom: bottom - origin.top,
    };
  }

  function radiusOf(element) {
    const { borderTopLeftRadius, width, height } = getComputedStyle(element);
    const most = Math.min(Number.parseFloat(width), Number.parseFloat(height)) / 2;
    const value = Number.parseFloat(borderTopLeftRadius);
    return Math.min(borderTopLeftRadius.endsWith("%") ? (value / 50) * most : value, most || 0);
  }

  /** Borders and outlines; elements that stand for text are one line, picture slots a crossed box. */
  function markBox(element) {
    const style = getComputedStyle(element);
    if (element.classList.contains("t")) return markLines(element);
    const sides = ["Top", "Right", "Bottom", "Left"].map((side) =>
      style[`border${side}Style`] === "none" ? 0 : Number.parseFloat(style[`border${side}Width`]),
    );
    const [border] = sides;
    const isFramed = style.outlineStyle === "solid";
    const isWhole = sides.every((side) => side === border);
    const box = boxOf(element);
    // The outline lies from 1 px inside the edge to 0.25 px outside; a border of the same box adds to it.
    const inner = Math.max(isFramed ? 1 : 0, isWhole ? border : 0);
    const outer = isFramed ? 0.25 : 0;
    if (isFramed || (isWhole && border > 0)) {
      const inset = (inner - outer) / 2;
      const frame = inseted(box, inset);
      const radius = Math.max(0, radiusOf(element) - inset);
      add({ group: "frames", width: inner + outer, subpaths: [rounded(frame, radius)] }, element, box);
    }
    if (!isWhole) markSides(element, box, sides);
    if (element.classList.contains("x")) {
      const { left, top, right, bottom } = box;
      const cross = [
        [["M", left, top], ["L", right, bottom]],
        [["M", left, bottom], ["L", right, top]],
      ];
      add({ group: "frames", width: 1.25, subpaths: cross }, element, box);
    }
  }

  function markSides(element, box, [top, right, bottom, left]) {
    const { transform } = getComputedStyle(element);
    // A turned box: its own size around the same middle.
    const { a, b, c, d } = new DOMMatrix(transform);
    const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const wide = transform === "none" ? box.right - box.left : element.offsetWidth;
    const high = transform === "none" ? box.bottom - box.top : element.offsetHeight;
    const at = (x, y) => [
      middle[0] + a * (x - wide / 2) + c * (y - high / 2),
      middle[1] + b * (x - wide / 2) + d * (y - high / 2),
    ];
    const side = (width, from, to) =>
      width > 0 && add({ group: "frames", width, subpaths: [[["M", ...at(...from)], ["L", ...at(...to)]]] }, element, box);
    side(top, [0, top / 2], [wide, top / 2]);
    side(right, [wide - right / 2, 0], [wide - right / 2, high]);
    side(bottom, [wide, high - bottom / 2], [0, high - bottom / 2]);
    side(left, [left / 2, high], [left / 2, 0]);
  }

  function markLines(element) {
    for (const rect of element.getClientRects()) {
      const line = relative(rect);
      const y = line.top + 0.56 * (line.bottom - line.top - 1) + 0.5;
      add({ width: 1, subpaths: [[["M", line.left, y], ["L", line.right, y]]] }, element, line);
    }
  }

  function inseted({ left, top, right, bottom }, by) {
    return { left: left + by, top: top + by, right: right - by, bottom: bottom - by };
  }

  function rounded({ left, top, right, bottom }, radius) {
    if (radius < 0.5)
      return [["M", left, top], ["L", right, top], ["L", right, bottom], ["L", left, bottom], ["Z"]];
    const arc = (x, y) => ["A", radius, radius, 0, 0, 1, x, y];
    return [
      ["M", left + radius, top],
      ["L", right - radius, top],
      arc(right, top + radius),
      ["L", right, bottom - radius],
      arc(right - radius, bottom),
      ["L", left + radius, bottom],
      arc(left, bottom - radius),
      ["L", left, top + radius],
      arc(left + radius, top),
      ["Z"],
    ];
  }

  function markShape(element) {
    if (!(element instanceof SVGGeometryElement)) return;
    if (element.ownerSVGElement.getClientRects().length === 0) return;
    const style = getComputedStyle(element);
    if (style.stroke === "none" || style.display === "none" || isGround(element)) return;
    const { a, b, c, d, e, f } = element.getScreenCTM();
    const scale = Math.sqrt(Math.abs(a * d - b * c));
    const put = (x, y) => [a * x + c * y + e - origin.left, b * x + d * y + f - origin.top];
    const own = parsed(dataOf(element));
    const dashes = style.strokeDasharray === "none" ? null : style.strokeDasharray.match(/[\d.]+/g).map(Number);
    const subpaths = (dashes ? own.flatMap((each) => dashed(each, dashes)) : own).map((subpath) =>
      subpath.map(([command, ...numbers]) => {
        if (command === "Z") return [command];
        if (command === "A") {
          const [rx, ry, turn, large, sweep, x, y] = numbers;
          return ["A", rx * scale, ry * scale, turn, large, sweep, ...put(x, y)];
        }
        const points = [];
        for (let index = 0; index < numbers.length; index += 2) points.push(...put(numbers[index], numbers[index + 1]));
        return [command, ...points];
      }),
    );
    const width = Math.round(Number.parseFloat(style.strokeWidth) * scale * 20) / 20;
    const isRound = style.strokeLinecap === "round" && dashes !== null;
    add({ width, round: isRound, subpaths }, element, relative(element.getBoundingClientRect()));
  }

  /** The ground of an SVG that has an outline itself. */
  function isGround(element) {
    const { localName, parentElement } = element;
    return localName === "rect" && parentElement.matches("svg.b") && !element.hasAttribute("x");
  }

  function dataOf(element) {
    const number = (name) => Number(element.getAttribute(name) ?? 0);
    switch (element.localName) {
      case "circle": {
        const [x, y, r] = [number("cx"), number("cy"), number("r")];
        return `M${x - r} ${y}A${r} ${r} 0 0 1 ${x + r} ${y}A${r} ${r} 0 0 1 ${x - r} ${y}Z`;
      }
      case "rect": {
        const [x, y, width, height, r] = ["x", "y", "width", "height", "rx"].map(number);
        const box = rounded({ left: x, top: y, right: x + width, bottom: y + height }, r);
        return box.map(([command, ...numbers]) => command + numbers.join(" ")).join("");
      }
      case "line":
        return `M${number("x1")} ${number("y1")}L${number("x2")} ${number("y2")}`;
      default:
        return element.getAttribute("d");
    }
  }

  /** The dashes of a subpath as lines of their own, since the animation needs the dash pattern for itself. */
  function dashed(subpath, [dash, gap = dash]) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", subpath.map(([command, ...numbers]) => command + numbers.join(" ")).join(""));
    const whole = path.getTotalLength();
    const lines = [];
    for (let from = 0; from < whole; from += dash + gap) {
      const [start, end] = [path.getPointAtLength(from), path.getPointAtLength(Math.min(from + dash, whole))];
      lines.push([["M", start.x, start.y], ["L", end.x, end.y]]);
    }
    return lines;
  }

  /** Path data as absolute subpaths of M, L, C, Q, A and Z. */
  function parsed(text) {
    const subpaths = [];
    let [x, y] = [0, 0];
    let start = [0, 0];
    const sizes = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7 };
    for (const [, command, rest] of text.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
      const upper = command.toUpperCase();
      if (upper === "Z") {
        subpaths.at(-1).push(["Z"]);
        [x, y] = start;
        continue;
      }
      const values = upper === "A" ? arcNumbers(rest) : (rest.match(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? []).map(Number);
      const isRelative = command !== upper;
      for (let index = 0; index < values.length; index += sizes[upper]) {
        const numbers = values.slice(index, index + sizes[upper]);
        if (upper === "H") numbers.push(isRelative ? 0 : y);
        if (upper === "V") numbers.unshift(isRelative ? 0 : x);
        if (isRelative) {
          const first = upper === "A" ? 5 : 0;
          for (let each = first; each < numbers.length; each++) numbers[each] += (each - first) % 2 === 0 ? x : y;
        }
        const kind = upper === "M" && index === 0 ? "M" : upper === "M" || upper === "H" || upper === "V" ? "L" : upper;
        if (kind === "S" || kind === "T") throw new Error(`No ${kind} in the drawings' paths, please`);
        if (kind === "M" || subpaths.length === 0) {
          subpaths.push([]);
          start = numbers.slice(-2);
        } else if (subpaths.at(-1).at(-1)?.[0] === "Z") subpaths.push([["M", x, y]]);
        subpaths.at(-1).push([kind, ...numbers]);
        [x, y] = numbers.slice(-2);
      }
    }
    return subpaths;
  }

  function arcNumbers(text) {
    return (text.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
  }

  function markText() {
    const texts = document.createTreeWalker(canvas, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      const style = getComputedStyle(element);
      if (node.data.trim() === "") continue;
      if (element.localName === "text") markSvgText(element, style);
      else if (element.closest("script, style") === null && !isTransparent(style.color)) markHtmlText(node, style);
    }
  }

  function isTransparent(color) {
    return /^rgba\(.*, 0\)$/.test(color);
  }

  function typeOf(style, scale = 1) {
    return {
      family: style.fontFamily.split(",")[0].replaceAll('"', ""),
      weight: Number(style.fontWeight),
      stretch: Number.parseFloat(style.fontStretch),
      size: Number.parseFloat(style.fontSize) * scale,
      tabular: style.fontVariantNumeric.includes("tabular-nums"),
    };
  }

  function markHtmlText(node, style) {
    const context = document.createElement("canvas").getContext("2d");
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const ascent = Math.round(context.measureText("x").fontBoundingBoxAscent);
    const letters = [];
    const range = document.createRange();
    for (let index = 0; index < node.data.length; index++) {
      if (/\s/.test(node.data[index])) continue;
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const rect = range.getClientRects()[0];
      if (!rect || rect.width === 0) continue;
      const { left, top } = relative(rect);
      letters.push({ letter: node.data[index], matrix: [1, 0, 0, 1, left, top + ascent] });
    }
    if (letters.length === 0) return;
    range.selectNodeContents(node);
    add({ text: { type: typeOf(style), letters } }, node.parentElement, relative(range.getBoundingClientRect()));
  }

  function markSvgText(element, style) {
    if (element.ownerSVGElement.getClientRects().length === 0) return;
    const { a, b, c, d, e, f } = element.getScreenCTM();
    const text = element.textContent;
    const letters = [];
    for (let index = 0; index < text.length; index++) {
      if (/\s/.test(text[index])) continue;
      const { x, y } = element.getStartPositionOfChar(index);
      const at = [a * x + c * y + e - origin.left, b * x + d * y + f - origin.top];
      letters.push({ letter: text[index], matrix: [a, b, c, d, ...at] });
    }
    add({ text: { type: typeOf(style), letters } }, element, relative(element.getBoundingClientRect()));
  }
}
