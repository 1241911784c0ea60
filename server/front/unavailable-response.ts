import type { IncomingMessage, ServerResponse } from "node:http";
import type { Config } from "#app/platform/config.ts";
import { failureDocument } from "../pages/failure-page.ts";
import { type PlainDocument, plainPage } from "../pages/plain-page.ts";
import { dataHeaders } from "../security-headers.ts";

const retryAfterSeconds = 2;

/**
 * Responds on the open port until the site is ready, since the database may be migrating. Only /healthz succeeds: the
 * process is alive, and says that it is starting, so that a proxy can ask another instance.
 */
export function startingResponse(config: Config): Respond {
  const words = { title: "Upgrading", heading: "This site is being upgraded" };
  const text = "It will be back in a moment, and this page reloads by itself.";
  const formText = "It will be back in a moment. Go back then: what you typed is still in the form.";
  return unavailableResponse(config, {
    message: "The site is being upgraded. Try again in a few seconds.",
    page: plainPage(config, { ...words, text, reloadAfterSeconds: retryAfterSeconds }),
    form: plainPage(config, { ...words, text: formText }),
    health: { healthz: [200, { status: "starting" }], readyz: [503, { status: "upgrading" }] },
  });
}

/** Reports an overload. The browser keeps a message and sends it again (app/browser/unsent-messages.ts). */
export function overloadResponse(config: Config): Respond {
  const heading = "Many visitors at once";
  const message = "The site has more to do than it can just now. Try again in a few seconds.";
  const page = failureDocument(config, { heading, message, isForm: false });
  const form = failureDocument(config, { heading, message, isForm: true });
  return unavailableResponse(config, { message, page, form });
}

type Respond = (request: Pick<IncomingMessage, "method" | "url">, response: ServerResponse) => void;

interface Unavailable {
  /** For programs. */
  message: string;
  page: PlainDocument;
  /** For a visitor who has sent a form. */
  form: PlainDocument;
  /** Status and body by first segment of the path. */
  health?: Record<string, [status: number, body: object]>;
}

/** Responds as cheaply as possible with 503 and Retry-After: JSON for programs, a page for people, each built once. */
function unavailableResponse(config: Config, { message, page, form, health = {} }: Unavailable): Respond {
  const answer = (status: number, body: string, headers: Record<string, string>) => ({
    status,
    body,
    headers: {
      ...dataHeaders(config),
      ...headers,
      "Content-Length": String(Buffer.byteLength(body)),
      "Cache-Control": "no-store",
      ...(status === 503 && { "Retry-After": String(retryAfterSeconds) }),
    },
  });
  const program = (status: number, body: object) =>
    answer(status, JSON.stringify(body), { "Content-Type": "application/json; charset=utf-8" });
  const refusal = program(503, { code: "unavailable", message, errors: [] });
  const programs = new Map(["api", "upload", "metrics"].map((segment) => [segment, refusal]));
  for (const [segment, args] of Object.entries(health)) programs.set(segment, program(...args));
  const toReader = answer(503, page.html, page.headers);
  const toSender = answer(503, form.html, form.headers);
  return ({ method, url }, response) => {
    const firstSegment = /^\/([^/?]*)/.exec(url ?? "")?.[1]?.toLowerCase() ?? "";
    const isRead = method === "GET" || method === "HEAD";
    const { status, headers, body } = programs.get(firstSegment) ?? (isRead ? toReader : toSender);
    response.writeHead(status, headers);
    response.end(method === "HEAD" ? undefined : body);
  };
}
