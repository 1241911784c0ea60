import { z } from "zod";
import { statusOf } from "#app/shared/app-error.ts";
import type { Endpoint } from "#app/shared/endpoint.ts";
import { allRoutes, type MountedRoute } from "./api.ts";
import { failuresOf } from "./declared-failures.ts";

/** The API description, generated from the contract that also serves it: OpenAPI 3.1, built once per process. */
export function openApi(publicUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of allRoutes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.endpoint.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Site and back office",
      version: "1",
      description: "Error responses contain {code, message, errors: [{field, message}]}.",
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(allRoutes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: { Error: errorSchema },
    },
  };
}

/** The body of every error response. */
export const errorSchema: z.core.JSONSchema.JSONSchema = {
  type: "object",
  additionalProperties: false,
  required: ["code", "message", "errors"],
  properties: {
    code: { enum: Object.keys(statusOf) },
    message: { type: "string", description: "A sentence fit for the screen" },
    errors: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["field", "message"],
        properties: { field: { type: "string" }, message: { type: "string" } },
      },
    },
    data: { description: "With 412 what stands there now; with 429 the proof of work that is asked for" },
  },
};

function operation(route: MountedRoute): object {
  const { endpoint, access } = route;
  return {
    operationId: operationId(route),
    tags: [tagOf(route)],
    summary: endpoint.summary,
    security: access === "admin" ? [{ token: [] }] : [],
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint), ...headerParameters(endpoint)],
    ...requestBody(endpoint),
    responses: {
      [endpoint.status ?? 200]: { description: "Done", content: replyContent(endpoint) },
      ...failures(route),
    },
  };
}

/** The noun an endpoint is about. */
const tagOf = ({ endpoint }: MountedRoute): string => endpoint.path.split("/")[1] ?? "";

/** The endpoint as one name: `GET /faq/:slug` is getFaqBySlug. */
function operationId({ endpoint }: MountedRoute): string {
  const words = endpoint.path.replace(/:/g, "by-").split(/[/-]/);
  return endpoint.method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

const replyContent = (endpoint: Endpoint) =>
  endpoint.file ? { [endpoint.file]: { schema: { type: "string" } } } : json(replySchema(endpoint));

const json = (schema: object) => ({ "application/json": { schema } });

const schemaOf = (shape: z.ZodType, io: "input" | "output") => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: "any" });
  return schema;
};

interface JsonObject {
  properties?: Record<string, object>;
  required?: string[];
}

function replySchema(endpoint: Endpoint): object {
  const data = schemaOf(endpoint.reply, "output");
  const total = endpoint.list ? { total: { type: "integer", description: "With limit, offset or q" } } : {};
  const { properties: fields = {}, required = [] } = (endpoint.isItem ? data : {}) as JsonObject;
  const properties = { ...fields, data, ...total };
  return { type: "object", additionalProperties: false, required: ["data", ...required], properties };
}

function requestBody({ body, form }: Endpoint): object {
  if (form) {
    const file = { type: "object", required: ["file"], properties: { file: { type: "string", format: "binary" } } };
    return { requestBody: { required: true, content: { "multipart/form-data": { schema: file } } } };
  }
  return body ? { requestBody: { required: true, content: json(schemaOf(body, "input")) } } : {};
}

const pathParameters = ({ path }: Endpoint) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: "path", required: true, schema: { type: "string" } }));

function queryParameters({ query }: Endpoint): object[] {
  const { properties = {} } = query ? schemaOf(query, "input") : {};
  return Object.entries(properties).map(([name, schema]) => ({ name, in: "query", required: false, schema }));
}

function headerParameters({ path, versioned, idempotent }: Endpoint): object[] {
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  });
  if (versioned)
    return [header("If-Match", "The version that was edited; an older one answers 412 with the current entry")];
  const key = header("Idempotency-Key", "One per entry or message; sent again with it, the call creates nothing new");
  const signals = header(
    "Visitor-Signals",
    "Signals by which the site's own forms tell people from programs; other clients omit it",
  );
  return [...(idempotent ? [key] : []), ...(/^\/(quote\/new|subscription\/subscribe)$/.test(path) ? [signals] : [])];
}

function failures(route: MountedRoute): object {
  const codes = Map.groupBy(failuresOf(route), (code) => statusOf[code]);
  const content = json({ $ref: "#/components/schemas/Error" });
  return Object.fromEntries(
    [...codes].map(([status, named]) => [status, { description: named.join(", "), content, ...headersOf(status) }]),
  );
}

const waits = new Map([
  [409, "Seconds to wait, only if the same call may then succeed"],
  [429, "Seconds to wait"],
  [503, "Seconds to wait"],
]);

const headersOf = (status: number) =>
  waits.has(status)
    ? { headers: { "Retry-After": { description: waits.get(status), schema: { type: "integer" } } } }
    : {};
