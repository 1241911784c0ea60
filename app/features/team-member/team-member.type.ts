import { contentType, type EntryOf } from "#app/shared/content-type.ts";
import { limits } from "#app/shared/limits.ts";
import { people } from "#app/ui/glyphs.ts";

/** A team member, as shown on the about page. */
export const teamMemberType = contentType({
  name: "team-member",
  one: "team member",
  many: "team members",
  table: "teamMember",
  path: "team-member",
  slugPrefix: "team-member",
  fields: {
    fullName: { kind: "text", label: "Full name", limit: limits.name, required: true },
    role: { kind: "text", label: "Role", limit: limits.title, hint: "What they do, like Mobile engineer" },
    photo: {
      kind: "image",
      minWidth: 480,
      label: "Photograph",
      hint: "Optional; a square shows best. Without one the site draws a joint. PNG, JPEG, WebP, AVIF or GIF, at most 10 MB.",
    },
    photoAlt: { kind: "alt", of: "photo", label: "Alt text", isExtra: true },
    photoFocus: {
      kind: "focalPoint",
      of: "photo",
      label: "Focal point",
      isExtra: true,
      frames: [{ label: "Our team", ratio: 1, usual: "50% 50%" }],
    },
  },
  title: "fullName",
  subtitle: "role",
  page: () => "/about#team",
  shownOn: "the about page",
  glyph: people,
  history: {
    upgrades: [(words) => ({ ...words, photoAlt: null }), (words) => ({ ...words, photoFocus: "" })],
  },
});

export type TeamMember = EntryOf<typeof teamMemberType>;
