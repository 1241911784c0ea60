import { contentQueries } from "#app/features/content/content.queries.ts";
import { findQuotes } from "#app/features/quote/quote.queries.ts";
import { findSubscriptions } from "#app/features/subscription/subscription.queries.ts";
import { contentTypes } from "#app/platform/content-types.ts";
import { type AnyEntry, type ContentType, labelOf, updatePath } from "#app/shared/content-type.ts";

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

const ofContent = (types: readonly ContentType[]): Kind[] =>
  types.map((type) =>
    kind(labelOf(type), contentQueries<ContentType, AnyEntry>(type).find, (entry) => ({
      key: entry.slug,
      text: String(entry[type.title]),
      detail: type.subtitle ? String(entry[type.subtitle]) : "",
      to: updatePath(type, entry.slug),
    })),
  );

const [project, ...others] = contentTypes;

/** Everything that is managed, in the side bar's order: how it is searched and what of it a result shows. */
const kinds: Kind[] = [
  ...ofContent(project ? [project] : []),
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
  ...ofContent(others),
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
