/** A country by its English name, as ISO 3166-1 alpha-2: "Pakistan" is PK. Nothing for what is no name of a country. */
export function countryCode(name: string): string | undefined {
  codes ??= countryCodes();
  return codes.get(name.trim().toLowerCase());
}

let codes: Map<string, string> | undefined;

function countryCodes(): Map<string, string> {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  // Codes of the past name the country that came after; the table of ISO has the canonical one.
  const current = pairs.filter((code) => code !== "ZZ" && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`);
  return new Map(current.flatMap((code) => (names.of(code) ? [[names.of(code)?.toLowerCase() ?? "", code]] : [])));
}
