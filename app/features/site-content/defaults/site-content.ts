import { company, figures } from "./company.ts";
import { engagement } from "./engagement.ts";
import { home } from "./home.ts";
import { mail } from "./mail.ts";
import { about, career, details, footer, gone, notFound, pageTitles, portfolio, quotePanel } from "./pages.ts";
import { newsletter, privacy } from "./privacy.ts";
import { builtIn } from "./site-text.ts";
import { filledIn } from "./words.ts";

/**
 * The texts of the site as they are declared (site-text.ts), section by section: every leaf is a text, a figure or a switch, every list
 * has a fixed length. An edit is one leaf under its path (`home.heroSlides.0.mainHeading`), so a new release improves a default and
 * touches no edit.
 */
export const declaredContent = {
  company,
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

/** What the built-in pages say until an editor says otherwise. */
export const defaultContent = builtIn(declaredContent);

export type SiteContent = typeof defaultContent;
export type HeroSlide = SiteContent["home"]["heroSlides"][number];
export type ServiceEntry = SiteContent["home"]["serviceList"][number];
export type EngagementModel = SiteContent["engagement"]["models"][number];

type Edits = Readonly<Record<string, unknown>>;

/** The defaults with the editors' leaves in their place. An edit whose path or kind of value is unknown to this release is left aside. */
export function mergeContent(defaults: SiteContent, edits: Edits): SiteContent {
  return eachLeaf(defaults, (value, path) => {
    const edit = Object.hasOwn(edits, path) ? edits[path] : undefined;
    return typeof edit === typeof value ? edit : value;
  });
}

/** The content as a visitor reads it: names and figures stand where a text asks for them; `{count}` is left for the page that counts. */
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

function eachLeaf<T>(value: T, leaf: (value: unknown, path: string) => unknown, path = ""): T {
  if (typeof value !== "object" || value === null) return leaf(value, path) as T;
  const child = (key: string | number, entry: unknown) =>
    eachLeaf(entry, leaf, path === "" ? String(key) : `${path}.${key}`);
  if (Array.isArray(value)) return value.map((entry, index) => child(index, entry)) as T;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, child(key, entry)])) as T;
}
