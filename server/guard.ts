import { isIP } from "node:net";
import { callerOf } from "#app/features/user/session.service.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import type { Caller } from "#app/platform/http.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { Door } from "./api.ts";

/**
 * Lets a call through its door. A visitor's door takes anybody, also one with a token that has ended: an old login must not cost a lead.
 * @throws AppError `unauthorized`
 */
export async function pass(deps: Deps, door: Door, request: Request): Promise<Caller | null> {
  const token = bearerToken(request);
  const caller = token === undefined ? null : await callerOf(deps, token);
  if (door.opensTo === "office" && !caller)
    throw new AppError(
      "unauthorized",
      token === undefined ? "Log in to do this." : "Your session has ended. Log in again.",
    );
  return caller;
}

/** 256 bits in base64url; anything else was never a token of ours. */
function bearerToken(request: Request): string | undefined {
  const header = request.headers.get("Authorization");
  if (header === null) return undefined;
  return /^Bearer ([\w-]{43})$/i.exec(header)?.[1] ?? "";
}

/**
 * The client's address: the socket's, or what the nearest of `trusted` proxies wrote. What a client writes itself into the header is never believed.
 * An IPv6 client owns its /64, so that counts as one.
 */
export function clientAddress(socketAddress: string | undefined, forwardedFor: string | null, trusted: number): string {
  const hops = (forwardedFor ?? "").split(",").map((hop) => hop.trim());
  const told = trusted > 0 ? hops.at(-trusted) : undefined;
  const address = (told && isIP(told) ? told : (socketAddress ?? "unknown")).replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(address) === 6 ? `${expandIpv6(address).slice(0, 4).join(":")}::/64` : address;
}

function expandIpv6(address: string): string[] {
  const [head = "", tail] = address.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":").map((group) => group.replace(/^0+(?=.)/, ""));
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...zeros, ...right];
}
