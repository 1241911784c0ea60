/**
 * Removes all characters not allowed in a phone number; digits, one leading +, spaces, dashes, dots and parentheses
 * stay (spec/reading: Phone). The dot of a pasted abbreviation (Tel., ext.) goes with it.
 */
export function cleanPhone(value: string): string {
  // Looks back from the dot: forward, a long run of letters would be read once for each of them.
  const allowed = value.replace(/(?<=\p{L}\p{L})\.|[^\d+ ().-]/gu, "");
  // A + is leading if it comes before any digit, even after a copied space or parenthesis, as in (+44).
  const afterLead = allowed.search(/[+\d]/) + 1;
  return allowed.slice(0, afterLead) + allowed.slice(afterLead).replaceAll("+", "");
}

export function isPhone(value: string): boolean {
  return value === cleanPhone(value) && /\d/.test(value);
}
