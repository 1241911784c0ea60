import { contentType, type EntryOf } from "#app/shared/content-type.ts";
import { limits } from "#app/shared/limits.ts";
import { help } from "#app/ui/glyphs.ts";

/** A question on the about page. */
export const faqType = contentType({
  name: "faq",
  one: "question",
  many: "questions",
  table: "faq",
  path: "faq",
  slugPrefix: "faq",
  fields: {
    question: { kind: "text", label: "Question", limit: limits.title, required: true },
    answer: { kind: "longText", label: "Answer", rows: 9, formatted: true, required: true },
    bullets: { kind: "textList", label: "Bullets", entryName: "bullet" },
  },
  title: "question",
  specified: 3,
  page: () => "/about#questions",
  shownOn: "the about page",
  glyph: help,
  previewedFirst: true,
  office: {
    label: "Faq",
    list: "FAQ's",
    add: "Add Questions",
    none: "FAQ's Not Found!",
    form: { added: "Faq added successfully", updated: "Faq Update successfully" },
  },
});

export type Faq = EntryOf<typeof faqType>;
