import { defaultContent } from "./site-content.ts";

export type FieldKind = "line" | "text" | "image" | "url" | "email" | "phone" | "number" | "switch" | "timezone";

/** One leaf of the site's content, as a form shows it. */
export interface ContentField {
  path: string;
  label: string;
  /** The part of the section it belongs to, as "Hero slide 1"; "" for the section's own texts. */
  group: string;
  /** Its name within the group. */
  name: string;
  kind: FieldKind;
  /** `[word]` and ` / ` have their meaning in it (app/ui/site/drawn-heading.tsx). */
  isHeading: boolean;
  /** Left empty it would leave a hole in the page. */
  isRequired: boolean;
  /** The built-in value. */
  fallback: string | number | boolean;
}

export interface ContentSection {
  key: string;
  title: string;
  /** Where its texts can be seen; what is sent by mail is on no page. */
  page?: ContentPage;
  fields: ContentField[];
}

export type ContentPage =
  | "home"
  | "portfolio"
  | "details"
  | "about"
  | "career"
  | "quote"
  | "privacy"
  | "not-found"
  | "gone";

const titles: Record<keyof typeof defaultContent, string> = {
  company: "Company",
  figures: "Figures",
  home: "Home",
  engagement: "Engagement models",
  about: "About Us",
  portfolio: "Portfolio",
  details: "Project details",
  career: "Career",
  quotePanel: "Quote panel",
  footer: "Footer",
  mail: "Mail to visitors",
  newsletter: "Newsletter pages",
  privacy: "Privacy",
  notFound: "Page not found",
  gone: "Page taken down",
  pageTitles: "Titles for search engines",
};

const pages: Partial<Record<keyof typeof titles, ContentPage>> = {
  company: "home",
  figures: "home",
  home: "home",
  engagement: "about",
  about: "about",
  portfolio: "portfolio",
  details: "details",
  career: "career",
  quotePanel: "quote",
  footer: "home",
  privacy: "privacy",
  notFound: "not-found",
  gone: "gone",
};

const words: Record<string, string> = {
  hrEmail: "HR e-mail",
  notifyEmail: "E-mail that hears of new messages",
  securityEmail: "E-mail for reports of security holes",
  securityExpires: "Date until which that address is looked after",
  timeZone: "Time zone",
  mainHeading: "Heading",
  mainDesc: "Text",
  smHeading: "Small heading",
  smDesc: "Small text",
  img: "Picture",
  drawnImg: "Drawn picture",
  imgText: "What the picture shows",
  heroSlides: "Hero slide",
  serviceTiles: "Service tile",
  serviceList: "Service",
  models: "Model",
  industries: "Industry",
  values: "Value",
  social: "Profile",
  hours: "Hours",
  url: "Address",
  sections: "Section",
  keepQuotesDays: "Days after which messages are erased (0: never)",
  keepSpamDays: "Days after which spam is erased (0: never)",
  keepSubscriptionsDays: "Days after which addresses are erased that were never confirmed or have left (0: never)",
  quotesKept: "Messages, where they are kept",
  quotesErased: "Messages, where they are erased",
  addressesKept: "Addresses, where they are kept",
  addressesErased: "Addresses, where they are erased",
  receipt: "Tell visitors by mail that their message has arrived",
  receiptText: "Thanks in that mail",
  newsletterText: "What the newsletter is, in the mail that asks for confirmation",
  did: "Heading of the work done",
};

/** Names of built-in drawings; a form has nothing to offer for them. */
const drawings = new Set(["icon", "picture"]);

/** The editable content, section by section, in the order of the pages. */
export const contentSections: ContentSection[] = Object.entries(titles).map(([key, title]) => ({
  key,
  title,
  page: pages[key as keyof typeof titles],
  fields: fieldsOf(defaultContent[key as keyof typeof defaultContent], key, []),
}));

function fieldsOf(value: unknown, path: string, labels: string[]): ContentField[] {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    const kind = kindOf(path, value);
    return [
      {
        path,
        label: sentence(labels),
        group: sentence(labels.slice(0, -1)),
        name: sentence(labels.slice(-1)),
        kind,
        isHeading: isHeading(path),
        isRequired: kind === "line" && !/[.](smHeading|count|imgText|address|time)$/.test(path),
        fallback: value,
      },
    ];
  }
  if (Array.isArray(value)) {
    const list = labels.slice(0, -1);
    const last = labels.at(-1) ?? "";
    return value.flatMap((entry, index) => fieldsOf(entry, `${path}.${index}`, [...list, `${last} ${index + 1}`]));
  }
  return Object.entries(value as object)
    .filter(([key]) => !drawings.has(key))
    .flatMap(([key, entry]) => fieldsOf(entry, `${path}.${key}`, [...labels, words[key] ?? spaced(key)]));
}

function kindOf(path: string, value: string | number | boolean): FieldKind {
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "switch";
  const key = path.slice(path.lastIndexOf(".") + 1);
  if (key === "img" || key === "drawnImg") return "image";
  if (key === "url") return "url";
  if (key.endsWith("Email")) return "email";
  if (key === "phone") return "phone";
  if (key === "timeZone") return "timezone";
  return /^(text|lead.*|.*Lead|mainDesc|smDesc|closing|empty|description|receiptText|newsletterText|confirmText|confirmedText|leaveText|leftText|goneText)$/.test(
    key,
  )
    ? "text"
    : "line";
}

function isHeading(path: string): boolean {
  const isPlain = /[.]smHeading$|^quotePanel[.]|^home[.]serviceList[.]/.test(path);
  return !isPlain && /[.](heading|headingOne|headingNone|[a-z]+Heading)$/.test(path);
}

function spaced(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function sentence(labels: string[]): string {
  const [first = "", ...rest] = labels;
  return [
    first.charAt(0).toUpperCase() + first.slice(1),
    ...rest.map((label) => label.charAt(0).toLowerCase() + label.slice(1)),
  ].join(", ");
}
