import type { Faq } from "#app/features/faq/faq.type.ts";
import type { Job } from "#app/features/job/job.type.ts";
import type { Project, ProjectDetail } from "#app/features/project/project.contract.ts";
import type { Quote } from "#app/features/quote/quote.contract.ts";
import type { Review } from "#app/features/review/review.type.ts";
import { type AnyEntry, type Column, type ContentType, editableFields, type Field } from "#app/shared/content-type.ts";
import type { TestApp } from "./app.ts";

// Small, named, realistic: the people and entries used in tests. Each factory function goes through the API and accepts
// the fields that the test cares about.

export const ada = { fullName: "Ada Lovelace", email: "ada@example.com", message: "We would like to build an engine." };
export const charles = {
  ...ada,
  fullName: "Charles Babbage",
  email: "charles@example.com",
  phoneNumber: "+44 20 7946 0000",
};

export const agora = {
  title: "Agora",
  description: "A market place for citizens.",
  technology: "Solidity, React",
  projectImage: "https://example.com/agora.webp",
};
export const agoraVoting = {
  heading: "Voting",
  description: "One citizen, one vote.",
  img: "https://example.com/voting.webp",
};
export const compilerEngineer = {
  title: "Compiler engineer",
  location: "Lahore",
  experience: "3 years",
  description: "You write compilers.",
};
export const whatIsABug = { question: "What is a bug?", answer: "A moth between the contacts of a relay." };
export const gracesReview = {
  fullName: "Grace Hopper",
  company: "United States Navy",
  feedback: "It compiled at once.",
  profileImage: "https://example.com/grace.webp",
};

const maker =
  <T>(path: string, usual: object) =>
  async (app: TestApp, changes: object = {}): Promise<T> => {
    const { status, body } = await app.office("POST", path, { ...usual, ...changes });
    if (status !== 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body.data;
  };

export const makeProject = maker<Project>("/project/new", agora);
export const makeJob = maker<Job>("/job/add", compilerEngineer);
export const makeFaq = maker<Faq>("/faq/add", whatIsABug);
export const makeReview = maker<Review>("/review/add", gracesReview);
export const makeQuote = maker<Quote>("/quote/new", ada);

export const makeDetail = (app: TestApp, project: { slug: string }, changes: object = {}): Promise<ProjectDetail> =>
  maker<ProjectDetail>(`/project/detail/${project.slug}`, agoraVoting)(app, changes);

const known: Record<string, Record<string, string>> = {
  project: agora,
  job: compilerEngineer,
  faq: whatIsABug,
  review: gracesReview,
};

/** A request body that creates an entry of this type: predefined above, otherwise generated from its descriptor. */
export const bodyOf = (type: ContentType): Record<string, unknown> =>
  known[type.name] ?? Object.fromEntries(editableFields(type).map(([name, field]) => [name, sampleOf(name, field)]));

const samples = {
  text: "A line of it",
  longText: "A longer text of it.",
  textList: ["One", "Two"],
  objectList: [],
  image: "https://example.com/ada.webp",
  alt: "A picture of it",
  focalPoint: "30% 40%",
  url: "https://example.com/",
  boolean: true,
  number: 7,
  date: "2030-12-31",
  json: null,
} satisfies Record<Field["kind"], unknown>;

function sampleOf(name: string, field: Field): unknown {
  if (field.kind === "objectList")
    return [Object.fromEntries(Object.entries(field.columns).map(([column, each]) => [column, withinLimits(each)]))];
  return field.kind === "text" ? `${samples.text} ${name}`.slice(0, field.limit) : withinLimits(field);
}

function withinLimits(field: Field | Column): unknown {
  if (field.kind === "number")
    return Math.min(Math.max(samples.number, field.least ?? samples.number), field.most ?? samples.number);
  return field.kind === "text" ? samples.text.slice(0, field.limit) : samples[field.kind];
}

/** Creates an entry of any content type. */
export const makeEntry = (type: ContentType) =>
  maker<AnyEntry>(type.calls?.create ?? `/${type.path}/add`, bodyOf(type));
