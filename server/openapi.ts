import { z } from "zod";
import { type ErrorCode, statusOf } from "#app/shared/app-error.ts";
import type { Endpoint } from "#app/shared/endpoint.ts";
import { allDoors, type Door } from "./api.ts";

/** The API described by the contract that serves it: OpenAPI 3.1, made once per process. */
export function openApi(publicUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const door of allDoors) {
    const path = door.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [door.route.endpoint.method.toLowerCase()]: operation(door) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Site and back office",
      version: "1",
      description: "Errors answer {code, message, errors: [{field, message}]}.",
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: { Error: errorSchema },
    },
  };
}

const errorSchema = {
  type: "object",
  required: ["code", "message", "errors"],
  properties: {
    code: { enum: Object.keys(statusOf) },
    message: { type: "string" },
    errors: {
      type: "array",
      items: { type: "object", properties: { field: { type: "string" }, message: { type: "string" } } },
    },
  },
};

function operation({ route: { endpoint }, opensTo }: Door): object {
  return {
    summary: endpoint.summary,
    ...(opensTo === "office" && { security: [{ token: [] }] }),
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint), ...headerParameters(endpoint)],
    ...requestBody(endpoint),
    responses: {
      [endpoint.status ?? 200]: { description: "Done", content: replyContent(endpoint) },
      ...failures(endpoint, opensTo),
    },
  };
}

const replyContent = (endpoint: Endpoint) =>
  endpoint.file ? { [endpoint.file]: { schema: { type: "string" } } } : json(replySchema(endpoint));

const json = (schema: object) => ({ "application/json": { schema } });

const schemaOf = (shape: z.ZodType, io: "input" | "output") => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: "any" });
  return schema;
};

function replySchema(endpoint: Endpoint): object {
  const data = schemaOf(endpoint.reply, "output");
  if (endpoint.form) return data;
  const total = endpoint.list ? { total: { type: "integer", description: "With limit, offset or q" } } : {};
  return { type: "object", required: ["data"], properties: { data, ...total } };
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

function headerParameters({ path, versioned }: Endpoint): object[] {
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  });
  if (versioned)
    return [header("If-Match", "The version that was edited; an older one answers 412 with the current entry")];
  if (/^\/(quote\/new|subscription\/subscribe)$/.test(path))
    return [
      header("Idempotency-Key", "One per composed message"),
      header("Visitor-Signals", "What the site's own forms tell to know people from programs; others leave it away"),
    ];
  return [];
}

function failures(endpoint: Endpoint, opensTo: Door["opensTo"]): object {
  const codes: ErrorCode[] = [
    ...(endpoint.body || endpoint.form ? (["malformed", "too_large", "unsupported", "invalid"] as const) : []),
    ...(opensTo === "office" || endpoint.path === "/user/login" ? (["unauthorized"] as const) : []),
    ...(endpoint.path.includes(":") ? (["not_found"] as const) : []),
    ...(endpoint.versioned ? (["stale"] as const) : []),
    ...(opensTo === "anyone" && endpoint.method === "POST" ? (["too_many"] as const) : []),
    "unavailable",
  ];
  const error = { content: json({ $ref: "#/components/schemas/Error" }) };
  return Object.fromEntries(codes.map((code) => [statusOf[code], { description: code, ...error }]));
}
