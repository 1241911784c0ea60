import type { ErrorCode } from "#app/shared/app-error.ts";
import type { MountedRoute } from "./api.ts";

/**
 * Every failure that a call may answer with: what its shape brings with it (a body, a query, a name in its path, who may call), and
 * what its contract declares beyond that. The API's description is made of it, and tests go red when anything else is thrown.
 */
export function failuresOf({ endpoint, access }: MountedRoute): ReadonlySet<ErrorCode> {
  const { method, path, body, form, query, versioned, failures = [] } = endpoint;
  const brought: [boolean, ErrorCode[]][] = [
    [Boolean(body || form), ["malformed", "unsupported", "invalid"]],
    [Boolean(query), ["invalid"]],
    [method !== "GET", ["too_large"]],
    [path.includes(":"), ["not_found"]],
    [Boolean(versioned), ["malformed", "stale"]],
    [access === "admin", ["unauthorized"]],
    [access === "public" && method === "POST", ["too_many"]],
  ];
  const codes = brought.flatMap(([isSo, brings]) => (isSo ? brings : []));
  return new Set([...codes, ...failures, "unexpected", "unavailable"]);
}
