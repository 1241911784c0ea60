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
    pay: { kind: "text", label: "Pay", limit: limits.title, isExtra: true, hint: "Such as: PKR 250,000 a month" },
    hours: { kind: "text", label: "Hours", limit: limits.title, isExtra: true, hint: "Such as: 40 a week, from 10:00" },
    hiring: { kind: "textList", label: "How hiring goes", entryName: "step", isExtra: true },
    closesOn: {
      kind: "date",
      label: "Closes on",
      name: "Closing date",
      hint: "Optional: the last day, in the site’s time zone. Today reminds of it.",
      advisedWhenPast: "The closing date is over: visitors will not find the opening.",
      advisedWhenEmpty: "No closing date: nobody is reminded to take the opening off the site.",
      isExtra: true,
    },
    closesItself: {
      kind: "boolean",
      label: "Close by itself",
      hint: "After the closing date visitors find it neither in lists nor at its address. Off: it stays until somebody unpublishes it.",
      isOn: true,
      isExtra: true,
    },
  },
  title: "title",
  subtitle: "location",
  calls: { update: "/job/:slug" },
  specified: 2,
  closes: { on: "closesOn", by: "closesItself" },
  page: ({ slug }) => `/career/${slug}`,
  shownOn: "the career page",
  glyph: briefcase,
  office: {
    form: {
      // Titled Add Job in both cases.
      heading: "Add Job",
      lead: "A new opening for the career page",
      added: "Job Added successfully",
      updated: "Job Update successfully",
    },
  },
  history: {
    upgrades: [
      (data) => ({ ...data, closesOn: "" }),
      (data) => ({ ...data, closesItself: true }),
      (data) => ({ ...data, pay: "", hours: "", hiring: [] }),
    ],
  },
});

export type Job = EntryOf<typeof jobType>;
