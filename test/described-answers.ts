import { z } from "zod";
import { errorSchema, openApi } from "#server/api/openapi.ts";

// biome-ignore lint/suspicious/noExplicitAny: a document whose structure server/api/openapi.test.ts checks
type Json = any;

interface Operation {
  path: RegExp;
  /** Paths with parameters are matched after literal ones, as in the server. */
  names: number;
  name: string;
  responses: Record<string, Json>;
}

let operations: Map<string, Operation[]> | undefined;
const shapes = new Map<object | string, z.ZodType>();

/**
 * What is wrong with an API response according to the API description, or nothing: every status of a described endpoint
 * must be documented, and every body must match its schema.
 */
export async function undescribed(method: string, address: string, response: Response): Promise<string | undefined> {
  const [path = ""] = address.split("?");
  operations ??= readOperations();
  const operation = operations.get(method)?.find((each) => each.path.test(path));
  // Not an endpoint, or a method that the path does not allow.
  if (!operation || response.status === 405) return undefined;
  const described = operation.responses[response.status];
  const type = response.headers.get("Content-Type")?.split(";")[0] ?? "";
  const found = `${operation.name} answered ${address.slice(0, 200)} with ${response.status} ${type}`;
  if (!described?.content[type]) return `${found}, which is not described`;
  if (type !== "application/json") return undefined;
  const problem = shapeOf(described.content[type].schema).safeParse(await response.clone().json()).error;
  return problem && `${found}, whose body does not match its schema: ${problem.message}`;
}

function readOperations(): Map<string, Operation[]> {
  const { paths }: Json = openApi("http://site.example");
  const all = Object.entries<Json>(paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, { responses }]) => ({
      method: method.toUpperCase(),
      name: `${method} ${path}`,
      path: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
      names: path.split("{").length,
      responses,
    })),
  );
  return Map.groupBy(
    all.sort((one, other) => one.names - other.names),
    ({ method }) => method,
  );
}

function shapeOf(schema: Json): z.ZodType {
  const key = schema.$ref ?? schema;
  const shape = shapes.get(key) ?? z.fromJSONSchema(schema.$ref ? errorSchema : schema);
  shapes.set(key, shape);
  return shape;
}
