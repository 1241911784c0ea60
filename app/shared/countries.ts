/** The ISO 3166-1 alpha-2 code of a country's English name: "Pakistan" is PK. Undefined for unknown names. */
export function countryCode(name: string): string | undefined {
  codes ??= countryCodes();
  return codes.get(name.trim().toLowerCase());
}

let codes: Map<string, string> | undefined;

function countryCodes(): Map<string, string> {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  // Obsolete codes have the name of the successor country; only canonical codes are kept.
  const current = pairs.filter((code) => code !== "ZZ" && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`);
  return new Map(current.flatMap((code) => (names.of(code) ? [[names.of(code)?.toLowerCase() ?? "", code]] : [])));
}
