/** The text with the decimal digits of every script (Unicode: Nd) as those of ASCII. */
export const asciiDigits = (text: string): string =>
  text.replace(/(?!\d)\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) as number)));

/** The digits of a script follow one another from zero to nine (Unicode, chapter 4.6). */
function digitValue(digit: number): number {
  let first = digit;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return (digit - first) % 10;
}
