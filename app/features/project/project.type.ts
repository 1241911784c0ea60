import { contentType } from "#app/shared/content-type.ts";
import { limits } from "#app/shared/limits.ts";
import { folder } from "#app/ui/glyphs.ts";

/** A case study. Specification names: name = title, desc = description, mainImage = projectImage, details = detail. */
export const projectType = contentType({
  name: "project",
  one: "project",
  many: "projects",
  table: "project",
  path: "project",
  slugPrefix: "project",
  fields: {
    /** The permanent path /details/{number}. */
    number: { kind: "number", label: "Number", readOnly: true },
    title: { kind: "text", label: "Title", name: "Project title", limit: limits.title, required: true },
    description: { kind: "longText", label: "Description", rows: 9 },
    technology: {
      kind: "text",
      label: "Tech Stack",
      limit: limits.title,
      inputName: "techStack",
      hint: "Separated by commas",
    },
    projectImage: {
      kind: "image",
      label: "Image",
      name: "Project image",
      hint: "3:2, at least 1,920 px wide. PNG, JPEG, WebP, AVIF or GIF, at most 10 MB.",
    },
    whatWeDid: { kind: "longText", label: "What we did", rows: 5, isExtra: true },
    drawnImage: {
      kind: "image",
      label: "Drawn image",
      isExtra: true,
      hint: "Optional: the same picture as a line drawing on a clear ground.",
    },
    seam: { kind: "json", label: "Seam" },
  },
  title: "title",
  subtitle: "technology",
  calls: { create: "/project/new" },
  specified: 1,
  page: ({ number }) => `/details/${number}`,
  shownOn: "the portfolio page",
  glyph: folder,
  office: {
    root: "",
    label: "Project",
    list: "All Projects",
    form: { updated: "Project update successfully" },
  },
  history: {
    version: 1,
    fields: [
      "slug",
      "number",
      "title",
      "description",
      "technology",
      "projectImage",
      "whatWeDid",
      "drawnImage",
      "seam",
      "published",
      "version",
      "detail",
      "detail._id",
      "detail.heading",
      "detail.description",
      "detail.img",
    ],
    upgrades: {},
    parts: { detail: "Details, in their order" },
    restored: ({ detail, ...words }) => ({ ...words, sections: detail }),
  },
});
