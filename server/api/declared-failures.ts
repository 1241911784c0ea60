import type { ErrorCode } from "#app/shared/app-error.ts";
import type { MountedRoute } from "./api.ts";

/**
 * Every error an endpoint may respond with: those implied by its contract (a body, a query, a path parameter, its
 * access policy), and those it declares in addition. The OpenAPI document is built from this, and tests fail if
 * anything else is thrown.
 */
export function failuresOf({ endpoint, access }: MountedRoute): ReadonlySet<ErrorCode> {
  const { method, path, body, form, query, versioned, idempotent, failures = [] } = endpoint;
  const brought: [boolean, ErrorCode[]][] = [
    [Boolean(body || form), ["malformed", "unsupported", "invalid"]],
    [Boolean(query), ["invalid"]],
    [method !== "GET", ["too_large"]],
    [path.includes(":"), ["not_found"]],
    [Boolean(versioned), ["malformed", "stale"]],
    [Boolean(idempotent), ["malformed"]],
    [access === "admin", ["unauthorized"]],
    [access === "public" && method === "POST", ["too_many"]],
  ];
  const codes = brought.flatMap(([isSo, brings]) => (isSo ? brings : []));
  return new Set([...codes, ...failures, "unexpected", "unavailable"]);
}
