// Lays the measures of what is on the page over it, as on a drawing.

const tick = 5;

let overlay: SVGSVGElement | undefined;
let follow: ResizeObserver | undefined;

/** Shows the measures or takes them away. `button`: the switch, which says which. `status`: where it is announced. */
export function toggleMeasures(button: HTMLElement, status: HTMLElement): void {
  if (overlay) {
    hide(button, status);
    return;
  }
  button.ariaPressed = "true";
  status.textContent = "The measures of the page are shown. Escape takes them away.";
  show();
  follow = new ResizeObserver(show);
  follow.observe(document.body);
  document.addEventListener("keydown", function leave({ key }) {
    if (key !== "Escape") return;
    document.removeEventListener("keydown", leave);
    if (overlay) hide(button, status);
  });
}

function hide(button: HTMLElement, status: HTMLElement): void {
  button.ariaPressed = "false";
  status.textContent = "The measures are taken away.";
  follow?.disconnect();
  overlay?.remove();
  overlay = undefined;
}

function show(): void {
  overlay?.remove();
  overlay = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  overlay.dataset.measuresOf = "page";
  overlay.setAttribute("aria-hidden", "true");
  overlay.innerHTML = drawing();
  document.body.append(overlay);
}

function drawing(): string {
  const width = document.documentElement.clientWidth;
  const lines: string[] = [];
  const texts: string[] = [];
  const label = (x: number, y: number, words: string, anchor = "start") =>
    texts.push(`<text x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`);
  for (const section of document.querySelectorAll("main > section, main > article > *, footer")) {
    const { top, height } = placeOf(section);
    if (height < 40) continue;
    const x = width - 14;
    lines.push(`M${x} ${top}v${height}m-${tick} 0h${2 * tick}M${x - tick} ${top}h${2 * tick}`);
    label(x - 10, top + height / 2, px(height), "end");
  }
  for (const heading of document.querySelectorAll("h1, h2")) {
    const { left, top, width: wide, height } = placeOf(heading);
    if (wide === 0) continue;
    const { fontSize, fontWeight } = getComputedStyle(heading);
    const y = top - 10;
    lines.push(`M${left} ${y}h${wide}m0-${tick}v${2 * tick}M${left} ${y - tick}v${2 * tick}`);
    label(left, y - 8, `${px(wide)}, type ${px(Number.parseFloat(fontSize))}, weight ${fontWeight}`);
    lines.push(`M${left - 10} ${top}v${height}m-${tick} 0h${2 * tick}M${left - 10 - tick} ${top}h${2 * tick}`);
  }
  for (const picture of document.querySelectorAll("main [data-part=picture]")) {
    const { left, top, width: wide, height } = placeOf(picture);
    if (wide < 120) continue;
    lines.push(`M${left} ${top + height - 14}h${wide}`);
    label(left + wide / 2, top + height - 20, `${px(wide)} × ${px(height)}`, "middle");
  }
  return `${columns()}<path d="${lines.join("")}"/>${texts.join("")}`;
}

/** The twelve columns that the page stands on. */
function columns(): string {
  const wrap = document.querySelector(".wrap");
  if (!wrap) return "";
  const style = getComputedStyle(wrap);
  const inner = placeOf(wrap);
  const start = inner.left + Number.parseFloat(style.paddingLeft);
  const gap = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--gap"));
  const all = inner.width - 2 * Number.parseFloat(style.paddingLeft);
  const count = innerWidth < 768 ? 4 : 12;
  const column = (all - (count - 1) * gap) / count;
  const height = document.documentElement.scrollHeight;
  return Array.from(
    { length: count },
    (_, index) => `<rect x="${start + index * (column + gap)}" y="0" width="${column}" height="${height}"/>`,
  ).join("");
}

/** In the document. */
function placeOf(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left + scrollX, top: top + scrollY, width, height };
}

const px = (length: number) => `${Math.round(length)} px`;
