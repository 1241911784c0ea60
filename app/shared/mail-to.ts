/** A mailto address. What would end the address part (?, #, & and %) is encoded, so nobody's name can add a recipient or a text. */
export function mailTo(address: string, subject?: string): string {
  const recipient = encodeURIComponent(address).replaceAll("%40", "@").replaceAll("%2B", "+");
  return `mailto:${recipient}${subject ? `?subject=${encodeURIComponent(subject)}` : ""}`;
}
