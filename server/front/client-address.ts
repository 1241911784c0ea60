import { isIP } from "node:net";

/**
 * The client's IP address: the socket's, or what the outermost of the `trusted` proxies that did so added to
 * X-Forwarded-For, with or without a port. Entries written by the client itself are never used. An IPv6 client owns its
 * /64, so the whole prefix counts as one client.
 */
export function clientAddress(socketAddress: string | undefined, forwardedFor: string | null, trusted: number): string {
  const forwarded = trusted > 0 ? ipOf((forwardedFor ?? "").split(",").slice(-trusted)[0] ?? "") : undefined;
  return networkOf(forwarded ?? socketAddress ?? "unknown");
}

/**
 * The address in one element of X-Forwarded-For. The header has no standard; proxies write `192.0.2.1`,
 * `192.0.2.1:5001`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:443`, some of them quoted. Nothing for `unknown` and
 * anything else.
 */
function ipOf(element: string): string | undefined {
  const text = element
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .trim();
  const [, bracketed, v4 = text] = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(text) ?? [];
  const address = bracketed ?? v4;
  return isIP(address) ? address : undefined;
}

/**
 * An IPv4 address unchanged, also when written in IPv6 notation (RFC 4291, 2.5.5.2); the first 64 bits of an IPv6
 * address.
 */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") return ipv4Of(groups);
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** The eight groups of an IPv6 address, in lower case and without leading zeros, as URLs have them. */
function groupsOf(address: string): string[] {
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, "")}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split("::")
    .map((part) => part.split(":").filter(Boolean));
  return [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
}

function ipv4Of(groups: string[]): string {
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((value) => [value >> 8, value & 255])
    .join(".");
}
