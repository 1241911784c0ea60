import type { z } from "zod";
import type { TestApp } from "./app.ts";
import { charles, makeDetail, makeFaq, makeJob, makeProject, makeQuote, makeReview } from "./make.ts";

// Calls that the API might accept, for tests that spoil them.

type Schema = z.core.JSONSchema.BaseSchema;

/** A body that satisfies a schema, as far as the schema can express it. */
export function sample(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0] as Schema);
  if (schema.type === "object")
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, each]) => [key, sample(each as Schema)]),
    );
  if (schema.type === "array") return schema.items ? [sample(schema.items as Schema)] : [];
  if (schema.type === "integer" || schema.type === "number") return 1;
  return schema.type === "boolean" ? true : "ada@example.com";
}

/** Makes an entry of each kind. @returns what the parameters of an address may be */
export async function makeOneOfEach(app: TestApp): Promise<Record<string, string>> {
  const project = await makeProject(app);
  const detail = await makeDetail(app, project);
  const [job, faq, review] = [await makeJob(app), await makeFaq(app), await makeReview(app)];
  const quote = await makeQuote(app, charles);
  return {
    ...{ project: project.slug, job: job.slug, faq: faq.slug, review: review.slug, quote: quote.slug },
    ...{ detailId: detail._id, noun: "project", kind: "quote", id: "1" },
  };
}

/** The address of one of these entries, for a path with `{name}` or `:name`. */
export function addressOf(path: string, known: Record<string, string>): string {
  const noun = path.split("/")[2] ?? "";
  return path.replace(
    /\{(\w+)\}|:(\w+)/g,
    (_, one: string, other: string) => known[one ?? other] ?? known[noun] ?? known.project ?? "x",
  );
}
