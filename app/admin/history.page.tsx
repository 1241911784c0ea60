import type { ComponentProps } from "react";
import { useParams } from "react-router";
import { changeFaq } from "#app/features/faq/faq.queries.ts";
import { changeJob } from "#app/features/job/job.queries.ts";
import { changeProject } from "#app/features/project/project.queries.ts";
import { changeReview } from "#app/features/review/review.queries.ts";
import HistoryPage, { type Remembered } from "#app/features/revision/history.page.tsx";
import { saveSiteEdits } from "#app/features/site-content/site-content.queries.ts";
import SortOrderHistory from "#app/features/sort-order/sort-order-history.page.tsx";
import { AppError } from "#app/shared/app-error.ts";
import { contentSections } from "#app/site/content/sections.ts";
import type { FieldNames } from "#app/ui/admin/compare.ts";
import { Screen } from "#app/ui/admin/screen.tsx";

const picture = (label: string) => ({ label, isImage: true as const });

type Kind = (slug: string) => Remembered;

/** What is remembered, and how an old state of it is saved again: through the same call as any other save. */
const kinds: Record<string, Kind> = {
  project: managed({
    name: "title",
    edit: "/update",
    fields: {
      title: "Title",
      technology: "Tech Stack",
      description: "Description",
      whatWeDid: "What we did",
      projectImage: picture("Image"),
      drawnImage: picture("Drawn image"),
      seam: "Seam",
      published: "Published",
      detail: "Details, in their order",
    },
    save: (slug, { detail, ...words }, version) => changeProject(slug, { ...words, sections: detail as [] }, version),
  }),
  job: managed({
    name: "title",
    edit: "/job/update",
    fields: {
      title: "Title",
      location: "Location",
      experience: "Experience",
      description: "Description",
      requirements: "Requirements",
      perksAndBenefits: "Perks and benefits",
      experienceDetails: "Experience in detail",
      published: "Published",
    },
    save: changeJob,
  }),
  faq: managed({
    name: "question",
    edit: "/faq/update",
    fields: { question: "Question", answer: "Answer", bullets: "Bullets", published: "Published" },
    save: changeFaq,
  }),
  review: managed({
    name: "fullName",
    edit: "/review/update",
    fields: {
      fullName: "Full name",
      company: "Company",
      feedback: "Feedback",
      profileImage: picture("Profile image"),
      published: "Published",
    },
    save: changeReview,
  }),
  site: siteText,
};

interface Managed {
  /** The field by which a person knows the entry. */
  name: string;
  edit: string;
  fields: FieldNames;
  save: (slug: string, fields: Record<string, unknown>, version: number) => Promise<unknown>;
}

function managed({ name, edit, fields, save }: Managed): Kind {
  return (slug) => ({
    nameOf: (data) => String(data[name] || "Untitled"),
    fields,
    edit: { to: `${edit}/${slug}`, label: "To its form" },
    restore: async (data, newest) => {
      const missing = Object.keys(fields).filter((field) => data[field] === undefined);
      if (missing.length > 0)
        throw new AppError("invalid", `This version does not say: ${missing.join(", ")}. It is not restored in part.`);
      return save(slug, Object.fromEntries(Object.keys(fields).map((field) => [field, data[field]])), newest.version);
    },
  });
}

/** A text of the site is one field; before its first save it showed its built-in words. */
function siteText(path: string): Remembered {
  const field = contentSections.flatMap(({ fields }) => fields).find((each) => each.path === path);
  const section = contentSections.find(({ fields }) => fields.some((each) => each === field));
  const shown = (value: unknown) => value ?? field?.fallback ?? null;
  return {
    nameOf: () => (field && section ? `${section.title}: ${field.label}` : path),
    fields: { value: field?.kind === "image" ? picture("Picture") : "Text" },
    edit: { to: `/site?text=${encodeURIComponent(path)}`, label: "To its form" },
    origin: { value: null },
    shownAs: ({ value }) => ({ value: shown(value) }),
    restore: ({ value }, newest) =>
      saveSiteEdits([
        { path, value: value as string | null, version: newest.data.value === null ? 0 : newest.version },
      ]),
  };
}

/** The lists whose order has a history too. */
const orders: Record<string, ComponentProps<typeof SortOrderHistory>> = {
  project: { noun: "project", what: "projects", list: { to: "/", label: "All Projects" } },
  job: { noun: "job", what: "jobs", list: { to: "/job", label: "Jobs" } },
  faq: { noun: "faq", what: "questions", list: { to: "/faq", label: "FAQ's" } },
  review: { noun: "review", what: "reviews", list: { to: "/review", label: "All Reviews" } },
};

export default function HistoryOfEntryPage() {
  const { noun = "", slug = "" } = useParams();
  const order = noun.toLowerCase() === "order" && orders[slug.toLowerCase()];
  if (order) return <SortOrderHistory key={order.noun} {...order} />;
  const about = kinds[noun.toLowerCase()]?.(slug);
  if (!about)
    return (
      <Screen heading="No history here" subline="Projects, jobs, questions, reviews and the site's texts have one." />
    );
  return <HistoryPage key={`${noun}/${slug}`} noun={noun.toLowerCase()} slug={slug} about={about} />;
}
