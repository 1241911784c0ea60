import { findFaqs } from "#app/features/faq/faq.queries.ts";
import { findJobs } from "#app/features/job/job.queries.ts";
import { findProjects } from "#app/features/project/project.queries.ts";
import { findQuotes } from "#app/features/quote/quote.queries.ts";
import { findReviews } from "#app/features/review/review.queries.ts";
import { findSubscriptions } from "#app/features/subscription/subscription.queries.ts";

export interface Hit {
  key: string;
  text: string;
  detail: string;
  /** Where it is changed, or read. */
  to: string;
}

export interface HitGroup {
  label: string;
  hits: Hit[];
}

interface Kind {
  label: string;
  find: (q: string, signal: AbortSignal) => Promise<Hit[]>;
}

/** Everything that is managed, in the side bar's order: how it is searched and what of it a result shows. */
const kinds: Kind[] = [
  kind("Project", findProjects, ({ slug, title, technology }) => ({
    key: slug,
    text: title,
    detail: technology,
    to: `/update/${slug}`,
  })),
  kind("Quote", findQuotes, ({ slug, fullName, email }) => ({
    key: slug,
    text: fullName,
    detail: email,
    to: `/quote?q=${encodeURIComponent(email)}`,
  })),
  kind("Subscription", findSubscriptions, ({ slug, email }) => ({
    key: slug,
    text: email,
    detail: "",
    to: `/subscription?q=${encodeURIComponent(email)}`,
  })),
  kind("Jobs", findJobs, ({ slug, title, location }) => ({
    key: slug,
    text: title,
    detail: location,
    to: `/job/update/${slug}`,
  })),
  kind("Faq", findFaqs, ({ slug, question }) => ({ key: slug, text: question, detail: "", to: `/faq/update/${slug}` })),
  kind("Review", findReviews, ({ slug, fullName, company }) => ({
    key: slug,
    text: fullName,
    detail: company,
    to: `/review/update/${slug}`,
  })),
];

export interface Found {
  groups: HitGroup[];
  /** What could not be searched: without a word of it, half an answer would look like a whole one. */
  missing: string[];
}

/** At most five of each kind, of those that could be searched. @throws AppError when none could */
export async function searchAll(q: string, signal: AbortSignal): Promise<Found> {
  const answers = await Promise.allSettled(kinds.map(({ find }) => find(q, signal)));
  const refused = answers.filter((answer) => answer.status === "rejected");
  if (refused[0] && refused.length === kinds.length) throw refused[0].reason;
  const groups = kinds.map(({ label }, index) => ({ label, hits: hitsOf(answers[index]) }));
  return {
    groups: groups.filter(({ hits }) => hits.length > 0),
    missing: kinds.filter((_, index) => answers[index]?.status === "rejected").map(({ label }) => label),
  };
}

const hitsOf = (answer: PromiseSettledResult<Hit[]> | undefined): Hit[] =>
  answer?.status === "fulfilled" ? answer.value : [];

function kind<T>(
  label: string,
  find: (q: string, signal: AbortSignal) => Promise<{ data: T[] }>,
  show: (entry: T) => Hit,
): Kind {
  return { label, find: async (q, signal) => (await find(q, signal)).data.map(show) };
}
