import { callerOf } from "#app/features/user/session/session.service.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import type { Caller, Route } from "#app/platform/http.server.ts";
import { AppError } from "#app/shared/app-error.ts";

/** Who may call: administrators only, unless declared public. */
export type Access = "public" | "admin";

/**
 * Authenticates and authorizes a call. A public endpoint accepts anybody, even with an expired token. What visitors send
 * is stored whoever is logged in, so no session is looked up for it: neither an old login nor a slow read costs a lead.
 * @throws AppError `unauthorized`
 */
export async function authorize(
  deps: Deps,
  { endpoint, access }: Route & { access: Access },
  request: Request,
): Promise<Caller | null> {
  if (access === "public" && endpoint.method !== "GET") return null;
  const token = bearerToken(request.headers.get("Authorization"));
  const caller = token === undefined ? null : await callerOf(deps, token);
  if (access === "admin" && !caller)
    throw new AppError(
      "unauthorized",
      token === undefined ? "Log in to do this." : "Your session has ended. Log in again.",
    );
  return caller;
}

/** Whether an Authorization header belongs to a logged-in user. */
export async function isOffice(deps: Deps, authorization: string | undefined): Promise<boolean> {
  const token = bearerToken(authorization ?? null);
  return Boolean(token) && (await callerOf(deps, token ?? "")) !== null;
}

/** 256 bits in base64url; anything else was never issued as a token. */
function bearerToken(header: string | null): string | undefined {
  if (header === null) return undefined;
  return /^Bearer ([\w-]{43})$/i.exec(header)?.[1] ?? "";
}
