import { contentQueries } from "#app/features/content/content.queries.ts";
import { findQuotes } from "#app/features/quote/quote.queries.ts";
import { siteEdits } from "#app/features/site-content/site-content.queries.ts";
import { findSubscriptions } from "#app/features/subscription/subscription.queries.ts";
import { administratorList } from "#app/features/user/administrators/administrator.queries.ts";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { type AnyEntry, type ContentType, labelOf, listPath, updatePath } from "#app/shared/content-type.ts";
import { hitsAtOnce } from "#app/shared/paging.ts";
import { containText } from "#app/shared/search-words.ts";
import { beginningOf } from "#app/shared/text/beginning.ts";
import { nav } from "../frame/nav.ts";
import { queryClient } from "../query-client.ts";
import { commands } from "./commands.ts";

export interface Hit {
  key: string;
  text: string;
  detail: string;
  /** Path of the screen that edits or shows it, or an action. */
  open: string | (() => unknown);
  /** The screen moves focus itself, to the found entry. */
  keepsFocus?: true;
  /** Leads to all entries of its kind that match, because there are more than are shown. */
  isRest?: true;
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
    kind(labelOf(type), listPath(type), contentQueries<ContentType, AnyEntry>(type).find, (entry) => ({
      key: entry.slug,
      text: String(entry[type.title]),
      detail: type.subtitle ? String(entry[type.subtitle]) : "",
      open: updatePath(type, entry.slug),
    })),
  );

const [project, ...others] = contentTypes;

/** Kinds searched by the server, in the order of the side bar: the query and what its results show. */
const entries: Kind[] = [
  ...ofContent(project ? [project] : []),
  kind("Quote", "/quote", findQuotes, ({ slug, fullName, email, reference }) => ({
    key: slug,
    text: fullName,
    detail: `${email} · ${reference}`,
    open: `/quote/${slug}`,
    keepsFocus: true,
  })),
  kind("Subscription", "/subscription", findSubscriptions, ({ slug, email }) => ({
    key: slug,
    text: email,
    detail: "",
    open: `/subscription?q=${encodeURIComponent(email)}`,
  })),
  ...ofContent(others),
];

/** Searched in the browser, because there are few. */
const screensAndCommands: Kind[] = [
  {
    label: "Go to",
    find: async (q) =>
      screens()
        .filter(({ text, also }) => begins(text, q) || begins(also, q))
        .slice(0, hitsAtOnce),
  },
  {
    label: "Commands",
    find: async (q) =>
      commands()
        .filter(({ text }) => begins(text, q))
        .slice(0, hitsAtOnce)
        .map((command) => ({ ...command, key: command.text, detail: "" })),
  },
];

const peopleAndTexts: Kind[] = [
  { label: "People", find: findPeople },
  { label: "Site texts", find: findSiteTexts },
];

export interface Found {
  groups: HitGroup[];
  /** Kinds whose search failed; shown so that partial results do not pass for complete ones. */
  missing: string[];
}

/**
 * Returns the first hits of each kind whose search succeeded, with screens and commands first.
 * @throws AppError if there are no hits because the search of every kind of entry failed
 */
export async function searchAll(q: string, signal: AbortSignal): Promise<Found> {
  const kinds = [...screensAndCommands, ...entries, ...peopleAndTexts];
  const answers = await Promise.allSettled(kinds.map(({ find }) => find(q, signal)));
  const groups = kinds
    .map(({ label }, index) => ({ label, hits: hitsOf(answers[index]) }))
    .filter(({ hits }) => hits.length > 0);
  const missing = kinds.filter((_, index) => answers[index]?.status === "rejected");
  const refusal = answers.find((answer) => answer.status === "rejected");
  if (refusal && groups.length === 0 && entries.every((each) => missing.includes(each))) throw refusal.reason;
  return { groups, missing: missing.map(({ label }) => label) };
}

const hitsOf = (answer: PromiseSettledResult<Hit[]> | undefined): Hit[] =>
  answer?.status === "fulfilled" ? answer.value : [];

/** `list`: the path of the screen that lists them. */
function kind<T>(
  label: string,
  list: string,
  find: (q: string, signal: AbortSignal) => Promise<{ data: T[] }>,
  show: (entry: T) => Hit,
): Kind {
  return {
    label,
    find: async (q, signal) => {
      const { data } = await find(q, signal);
      const hits = data.slice(0, hitsAtOnce).map(show);
      return data.length > hitsAtOnce ? [...hits, restOf(list, q)] : hits;
    },
  };
}

const restOf = (list: string, q: string): Hit => ({
  key: "rest",
  text: `All with “${q}”`,
  detail: "",
  open: `${list}?q=${encodeURIComponent(q)}`,
  isRest: true,
});

/**
 * Whether every typed word starts a word of the name, or the typed text starts the name without its spaces ("logout").
 */
function begins(name: string, q: string): boolean {
  const words = wordsOf(name);
  const typed = wordsOf(q);
  return (
    typed.every((each) => words.some((word) => word.startsWith(each))) || words.join("").startsWith(typed.join(""))
  );
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text.toLowerCase()];

const account = { label: "Account", to: "/account", also: "profile password sessions settings" };
const people = { label: "People", to: "/account/people", also: "administrators users" };

const screens = (): (Hit & { also: string })[] =>
  [...nav.flat(), account, people].map(({ label, to, also = "" }) => ({
    key: to,
    text: label,
    detail: "",
    open: to,
    also,
  }));

/** Cache time of people and texts, which rarely change. */
const staleTime = 60_000;

async function findPeople(q: string): Promise<Hit[]> {
  const people = await queryClient.fetchQuery({ ...administratorList(), staleTime });
  return people
    .filter(({ fullName, email }) => containText([fullName, email], q))
    .slice(0, hitsAtOnce)
    .map(({ id, fullName, email }) => ({
      key: String(id),
      text: fullName || email,
      detail: fullName ? email : "",
      open: "/account/people",
    }));
}

/** Searches site texts by name and by current content. The built-in texts are loaded on the first search. */
async function findSiteTexts(q: string): Promise<Hit[]> {
  const [{ contentSections }, { wordsOf }, edits] = await Promise.all([
    import("#app/features/site-content/defaults/sections.ts"),
    import("#app/features/site-content/defaults/rows.ts"),
    queryClient.fetchQuery({ ...siteEdits(), staleTime }),
  ]);
  const edited = new Map(edits.map(({ path, value }) => [path, value]));
  return contentSections
    .flatMap(({ title, fields }) => fields.map((field) => ({ ...field, title })))
    .map((field) => ({ ...field, says: wordsOf(edited.get(field.path) ?? field.fallback) }))
    .filter(({ label, path, says }) => containText([label, path, says], q))
    .slice(0, hitsAtOnce)
    .map(({ path, title, label, says }) => ({
      key: path,
      text: `${title}: ${label}`,
      detail: beginningOf(says, 120),
      open: `/site?text=${encodeURIComponent(path)}`,
      keepsFocus: true,
    }));
}
