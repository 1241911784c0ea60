/** Leaves what a phone number may hold: digits, one leading +, spaces, dashes, dots, parentheses (spec/reading: Phone). Stored as typed otherwise. */
export function cleanPhone(value: string): string {
  const allowed = value.replace(/[^\d+ ().-]/g, "");
  return allowed.slice(0, 1) + allowed.slice(1).replaceAll("+", "");
}

export function isPhone(value: string): boolean {
  return value === cleanPhone(value) && /\d/.test(value);
}
