import type { ProjectOnCard } from "#app/features/project/project-card.tsx";
import { commaSeparated } from "#app/shared/text/comma-separated.ts";

// A program of its own, and the first one: it paints All Projects from the response that the document has requested
// (app/admin/first-paint/first-paint.server.tsx), and only then asks for the program of the back office, whose 150 KB would
// otherwise share a narrow connection with the first picture.

/** Longest wait for the first pictures before the program is requested. */
const maxMs = 1_000;

const { program } = document.documentElement.dataset;
const frame = document.getElementById("first-paint");

async function open(addresses: string[]): Promise<void> {
  if (frame) await Promise.race([paint(frame).catch(() => {}), pause(maxMs), firstInput()]);
  window.loadProgram?.(addresses);
}

/** Resolves when the projects of the first screen have been painted, or cannot be. */
async function paint(frame: HTMLElement): Promise<void> {
  const response = await window.earlyCalls?.[frame.dataset.list ?? ""]?.catch(() => undefined);
  // Rows are quickly rendered by the program itself.
  if (!response?.ok || localStorage.getItem("view:project") === "rows") return nextPaint();
  const { data } = (await response.clone().json()) as { data: ProjectOnCard[] };
  const pictures = render(frame, data);
  await Promise.all(pictures.map(loaded));
  await nextPaint();
}

/** Adds the cards that the window shows. @returns their pictures */
function render(frame: HTMLElement, projects: ProjectOnCard[]): HTMLImageElement[] {
  const template = frame.querySelector("template");
  const specimen = template?.content.firstElementChild;
  if (!template || !specimen || projects.length === 0) return [];
  frame.dataset.painted = "";
  for (const project of projects) {
    const item = specimen.cloneNode() as Element;
    template.before(item);
    if (item.getBoundingClientRect().top >= innerHeight) break;
    const card = specimen.firstElementChild?.cloneNode(true) as Element;
    fill(card, project);
    item.append(card);
  }
  return [...frame.querySelectorAll<HTMLImageElement>("article img")];
}

function fill(card: Element, { title, description, technology, projectImage, published, isSample }: ProjectOnCard) {
  const find = (what: string) => card.querySelector<HTMLElement>(what);
  const say = (what: string, text: string) => {
    const element = find(what);
    if (element) element.textContent = text;
  };
  say("h2 a", title);
  say("p[dir]", description);
  const tag = find("ul li");
  tag?.replaceWith(
    ...commaSeparated(technology).map((text) => Object.assign(document.createElement("li"), { textContent: text })),
  );
  if (published) find(":scope > :last-child > span")?.remove();
  if (!isSample) find(":scope > :last-child > p:last-child")?.remove();
  fillPicture(card, projectImage);
}

/** As app/ui/picture.tsx says: uploads have copies in several widths, any other picture has one address. */
function fillPicture(card: Element, src: string) {
  const upload = /^(.*\/uploads\/[\w-]+)\.webp$/.exec(src)?.[1];
  const [source, image] = [card.querySelector("source"), card.querySelector("img")];
  if (!src) card.querySelector("picture")?.remove();
  if (upload === undefined) source?.remove();
  else
    for (const each of [source, image])
      if (each) each.srcset = each.dataset.srcset?.replaceAll("/uploads/0", upload) ?? "";
  if (image) image.src = src;
}

const loaded = (image: HTMLImageElement): Promise<unknown> => image.decode().catch(() => {});

/** After the next frame has been painted. */
const nextPaint = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whoever reaches for the screen waits for nothing but its program. */
const firstInput = () =>
  new Promise((resolve) => {
    for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, resolve, { once: true });
  });

if (program) void open(JSON.parse(program));

declare global {
  interface Window {
    /** Asks for the program's files; set by the document (server/office/admin.ts). */
    loadProgram?: (addresses: string[]) => void;
  }
}
