import { contentType, type EntryOf } from "#app/shared/content-type.ts";
import { limits } from "#app/shared/limits.ts";
import { briefcase } from "#app/ui/glyphs.ts";

/**
 * An opening on the career page. Specification names: jobTitle = title, jobExperience = experience, its `experience`
 * list = experienceDetails.
 */
export const jobType = contentType({
  name: "job",
  one: "job",
  many: "jobs",
  table: "job",
  path: "job",
  slugPrefix: "job",
  fields: {
    title: { kind: "text", label: "Title", name: "Job title", limit: limits.title, required: true, fits: 80 },
    location: { kind: "text", label: "Location", limit: limits.title },
    experience: {
      kind: "text",
      label: "Experience",
      limit: limits.title,
      hint: "As it stands in the list, like 1-2 Years",
    },
    description: { kind: "longText", label: "Description", rows: 9, formatted: true },
    requirements: { kind: "textList", label: "Requirements", entryName: "requirement" },
    perksAndBenefits: { kind: "textList", label: "Perks and benefits", entryName: "perk" },
    experienceDetails: {
      kind: "textList",
      label: "Experience in detail",
      name: "Experience details",
      entryName: "line",
    },
    closesOn: {
      kind: "date",
      label: "Closes on",
      name: "Closing date",
      hint: "Optional. Today reminds of it; the opening stays on the site until somebody unpublishes it.",
      advisedWhenPast: "The closing date is over: visitors would find an opening that has closed.",
      advisedWhenEmpty: "No closing date: nobody is reminded to take the opening off the site.",
      isExtra: true,
    },
  },
  title: "title",
  subtitle: "location",
  calls: { update: "/job/:slug" },
  specified: 2,
  page: ({ slug }) => `/career/${slug}`,
  shownOn: "the career page",
  glyph: briefcase,
  office: {
    form: {
      // Titled Add Job in both cases (spec §2).
      heading: "Add Job",
      lead: "A new opening for the career page",
      added: "Job Added successfully",
      updated: "Job Update successfully",
    },
  },
  history: {
    version: 2,
    fields: [
      "slug",
      "title",
      "location",
      "experience",
      "description",
      "requirements",
      "perksAndBenefits",
      "experienceDetails",
      "closesOn",
      "published",
      "version",
    ],
    upgrades: { 1: (data) => ({ ...data, closesOn: "" }) },
  },
});

export type Job = EntryOf<typeof jobType>;
