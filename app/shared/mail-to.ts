/**
 * A mailto URL. Characters that would end the address (?, #, & and %) are encoded, so that an address cannot inject
 * recipients or text.
 */
export function mailTo(address: string, subject?: string, body?: string): string {
  const recipient = encodeURIComponent(address).replaceAll("%40", "@").replaceAll("%2B", "+");
  const parts = Object.entries({ subject, body }).flatMap(([name, value]) =>
    value ? `${name}=${encodeURIComponent(value)}` : [],
  );
  return `mailto:${recipient}${parts.length > 0 ? `?${parts.join("&")}` : ""}`;
}
