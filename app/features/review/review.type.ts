import { contentType, type EntryOf } from "#app/shared/content-type.ts";
import { limits } from "#app/shared/limits.ts";
import { speech } from "#app/ui/glyphs.ts";

/**
 * A testimonial on the home page. Specification names: name = fullName, rank = company, para = feedback, img =
 * profileImage.
 */
export const reviewType = contentType({
  name: "review",
  one: "review",
  many: "reviews",
  table: "review",
  path: "review",
  slugPrefix: "review",
  fields: {
    fullName: { kind: "text", label: "Full name", limit: limits.name, required: true },
    company: { kind: "text", label: "Company", limit: limits.title },
    feedback: { kind: "longText", label: "Feedback", rows: 9, required: true },
    profileImage: {
      kind: "image",
      minWidth: 112,
      label: "Profile image",
      hint: "A square shows best. PNG, JPEG, WebP, AVIF or GIF, at most 10 MB.",
    },
    profileImageAlt: { kind: "alt", of: "profileImage", label: "Alt text", isExtra: true },
    profileImageFocus: {
      kind: "focalPoint",
      of: "profileImage",
      label: "Focal point",
      isExtra: true,
      frames: [{ label: "Testimonials", ratio: 1, usual: "50% 50%" }],
    },
    /** Built in; not written by a client. */
    isSample: { kind: "boolean", label: "Sample", readOnly: true },
  },
  title: "fullName",
  subtitle: "company",
  specified: 4,
  page: () => "/#reviews",
  shownOn: "the home page",
  glyph: speech,
  previewedFirst: true,
  office: { label: "Review", list: "All Reviews" },
  history: {
    upgrades: [(words) => ({ ...words, profileImageAlt: null }), (words) => ({ ...words, profileImageFocus: "" })],
  },
});

export type Review = EntryOf<typeof reviewType>;
