import { contentQueries } from "#app/features/content/content.queries.ts";
import { findQuotes } from "#app/features/quote/quote.queries.ts";
import { siteEdits } from "#app/features/site-content/site-content.queries.ts";
import { findSubscriptions } from "#app/features/subscription/subscription.queries.ts";
import { administratorList } from "#app/features/user/administrator.queries.ts";
import { contentTypes } from "#app/platform/content-types.ts";
import { type AnyEntry, type ContentType, labelOf, updatePath } from "#app/shared/content-type.ts";
import { commands } from "./commands.ts";
import { nav } from "./nav.ts";
import { queryClient } from "./query-client.ts";

export interface Hit {
  key: string;
  text: string;
  detail: string;
  /** Where it is changed, or read; or what it does. */
  open: string | (() => unknown);
  /** The screen that it opens takes the focus to the place itself. */
  keepsFocus?: true;
}

export interface HitGroup {
  label: string;
  hits: Hit[];
}

interface Kind {
  label: string;
  find: (q: string, signal: AbortSignal) => Promise<Hit[]>;
}

/** Of each kind. */
const most = 5;

const ofContent = (types: readonly ContentType[]): Kind[] =>
  types.map((type) =>
    kind(labelOf(type), contentQueries<ContentType, AnyEntry>(type).find, (entry) => ({
      key: entry.slug,
      text: String(entry[type.title]),
      detail: type.subtitle ? String(entry[type.subtitle]) : "",
      open: updatePath(type, entry.slug),
    })),
  );

const [project, ...others] = contentTypes;

/** What the server searches, in the side bar's order: how it is asked and what of an entry a result shows. */
const entries: Kind[] = [
  ...ofContent(project ? [project] : []),
  kind("Quote", findQuotes, ({ slug, fullName, email, reference }) => ({
    key: slug,
    text: fullName,
    detail: `${email} · ${reference}`,
    open: `/quote/${slug}`,
    keepsFocus: true,
  })),
  kind("Subscription", findSubscriptions, ({ slug, email }) => ({
    key: slug,
    text: email,
    detail: "",
    open: `/subscription?q=${encodeURIComponent(email)}`,
  })),
  ...ofContent(others),
];

/** Few enough to be searched here. */
const screensAndCommands: Kind[] = [
  { label: "Go to", find: async (q) => screens().filter(({ text }) => begins(text, q)) },
  {
    label: "Commands",
    find: async (q) =>
      commands()
        .filter(({ text }) => begins(text, q))
        .map((command) => ({ ...command, key: command.text, detail: "" })),
  },
];

const peopleAndTexts: Kind[] = [
  { label: "People", find: findPeople },
  { label: "Site texts", find: findSiteTexts },
];

export interface Found {
  groups: HitGroup[];
  /** What could not be searched: without a word of it, half an answer would look like a whole one. */
  missing: string[];
}

/** At most five of each kind, of those that could be searched; where one goes and what one does come first. @throws AppError when nothing could be found because no entry could be searched */
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
  answer?.status === "fulfilled" ? answer.value.slice(0, most) : [];

function kind<T>(
  label: string,
  find: (q: string, signal: AbortSignal) => Promise<{ data: T[] }>,
  show: (entry: T) => Hit,
): Kind {
  return { label, find: async (q, signal) => (await find(q, signal)).data.map(show) };
}

/** Whether each word that was typed begins a word of a name, or all of it the name, however it is spaced ("logout"). */
function begins(name: string, q: string): boolean {
  const words = wordsOf(name);
  const typed = wordsOf(q);
  return (
    typed.every((each) => words.some((word) => word.startsWith(each))) || words.join("").startsWith(typed.join(""))
  );
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text.toLowerCase()];

const screens = (): Hit[] =>
  [...nav.flat(), { label: "Account", to: "/account" }, { label: "People", to: "/account/people" }].map(
    ({ label, to }) => ({ key: to, text: label, detail: "", open: to }),
  );

/** So long an answer may be old: people and texts change seldom. */
const staleTime = 60_000;

async function findPeople(q: string): Promise<Hit[]> {
  const people = await queryClient.fetchQuery({ ...administratorList(), staleTime });
  return people
    .filter(({ fullName, email }) => holds(q, fullName, email))
    .map(({ id, fullName, email }) => ({
      key: String(id),
      text: fullName || email,
      detail: fullName ? email : "",
      open: "/account/people",
    }));
}

/** By their names and by what they say now. The built-in words come when somebody searches for the first time. */
async function findSiteTexts(q: string): Promise<Hit[]> {
  const [{ contentSections }, edits] = await Promise.all([
    import("#app/features/site-content/defaults/sections.ts"),
    queryClient.fetchQuery({ ...siteEdits(), staleTime }),
  ]);
  const edited = new Map(edits.map(({ path, value }) => [path, value]));
  return contentSections
    .flatMap(({ title, fields }) => fields.map((field) => ({ ...field, title })))
    .map((field) => ({ ...field, says: String(edited.get(field.path) ?? field.fallback) }))
    .filter(({ label, path, says }) => holds(q, label, path, says))
    .map(({ path, title, label, says }) => ({
      key: path,
      text: `${title}: ${label}`,
      detail: says.slice(0, 120),
      open: `/site?text=${encodeURIComponent(path)}`,
      keepsFocus: true,
    }));
}

const holds = (q: string, ...texts: string[]): boolean =>
  texts.some((text) => text.toLowerCase().includes(q.toLowerCase()));
