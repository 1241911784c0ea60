import { company, figures } from "./company.ts";
import { engagement } from "./engagement.ts";
import { home } from "./home.ts";
import { mail } from "./mail.ts";
import { about, career, details, footer, gone, notFound, pageTitles, portfolio, quotePanel } from "./pages.ts";
import { newsletter, privacy } from "./privacy.ts";
import { builtIn, type SiteRow, SiteText } from "./site-text.ts";
import { theme } from "./theme.ts";
import { filledIn } from "./words.ts";

/**
 * The texts of the site as declared (site-text.ts), by section: every leaf is a text, a number, a switch or a list of
 * rows, every other list has a fixed length. An edit is one leaf stored under its path (`home.heroSlides.0.mainHeading`), so a new release can
 * improve a default without touching any edit.
 */
export const declaredContent = {
  company,
  theme,
  figures,
  home,
  engagement,
  about,
  portfolio,
  details,
  career,
  quotePanel,
  footer,
  mail,
  newsletter,
  privacy,
  notFound,
  gone,
  pageTitles,
};

/** The built-in texts of the pages, before any edits. */
export const defaultContent = builtIn(declaredContent);

export type SiteContent = typeof defaultContent;
export type HeroSlide = SiteContent["home"]["heroSlides"][number];
export type ServiceEntry = SiteContent["home"]["serviceList"][number];

type Edits = Readonly<Record<string, unknown>>;

/** The defaults with editors' changes applied. An edit with a path or value type unknown to this release is ignored. */
export function mergeContent(defaults: SiteContent, edits: Edits): SiteContent {
  const merged = (value: unknown, path: string) => {
    const edit = Object.hasOwn(edits, path) ? edits[path] : undefined;
    return Array.isArray(value) ? (isRows(edit) ? edit : value) : typeof edit === typeof value ? edit : value;
  };
  return eachLeaf(defaults, merged, (value, path) => isText(value) || rowLists.has(path));
}

export const isRows = (value: unknown): value is SiteRow[] =>
  Array.isArray(value) &&
  value.every((row) => typeof row === "object" && row !== null && Object.values(row).every(isString));

const isString = (value: unknown): boolean => typeof value === "string";

/** The paths of the lists that are edited as a whole. */
const rowLists = new Set<string>();
eachLeaf(
  declaredContent,
  (leaf, path) => leaf instanceof SiteText && leaf.kind === "rows" && rowLists.add(path),
  (value) => value instanceof SiteText || isText(value),
);

/**
 * The content as visitors read it: names and numbers replace their placeholders; `{count}` is left to the page that
 * counts.
 */
export function fillContent(content: SiteContent): SiteContent {
  const { company, figures } = content;
  const figure = (key: keyof typeof figures) => String(figures[key].value);
  const values = {
    name: company.name,
    tagline: company.tagline,
    experience: figure("experience"),
    clients: figure("clients"),
    projects: figure("projects"),
  };
  return eachLeaf(content, (value) => (typeof value === "string" ? filledIn(value, values) : value));
}

function isText(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

type IsLeaf = (value: unknown, path: string) => boolean;

function eachLeaf<T>(value: T, leaf: (value: unknown, path: string) => unknown, isLeaf: IsLeaf = isText, path = ""): T {
  if (isLeaf(value, path)) return leaf(value, path) as T;
  const child = (key: string | number, entry: unknown) =>
    eachLeaf(entry, leaf, isLeaf, path === "" ? String(key) : `${path}.${key}`);
  if (Array.isArray(value)) return value.map((entry, index) => child(index, entry)) as T;
  return Object.fromEntries(Object.entries(value as object).map(([key, entry]) => [key, child(key, entry)])) as T;
}
