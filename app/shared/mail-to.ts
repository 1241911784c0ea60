/** A mailto address. What would end the address part (?, #, & and %) is encoded, so nobody's name can add a recipient or a text. */
export function mailTo(address: string, subject?: string, body?: string): string {
  const recipient = encodeURIComponent(address).replaceAll("%40", "@").replaceAll("%2B", "+");
  const parts = Object.entries({ subject, body }).flatMap(([name, value]) =>
    value ? `${name}=${encodeURIComponent(value)}` : [],
  );
  return `mailto:${recipient}${parts.length > 0 ? `?${parts.join("&")}` : ""}`;
}
