/** Leaves what a phone number may hold: digits, one leading +, spaces, dashes, dots, parentheses (spec/reading: Phone). Stored as typed otherwise. */
export function cleanPhone(value: string): string {
  const allowed = value.replace(/[^\d+ ().-]/g, "");
  // Leading is the + before any digit, also behind a space that was copied along or in (+44).
  const afterLead = allowed.search(/[+\d]/) + 1;
  return allowed.slice(0, afterLead) + allowed.slice(afterLead).replaceAll("+", "");
}

export function isPhone(value: string): boolean {
  return value === cleanPhone(value) && /\d/.test(value);
}
