// Order matters: almost every browser also names the ones it descends from.
const programs: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPiOS|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** A User-Agent header in plain text, such as "Firefox on Windows": enough to recognize one's own devices. */
export function describeUserAgent(header: string): string {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(header))?.[1];
  // Programs other than browsers start with their own name, such as curl/8.5.
  const program = find(programs) ?? /^(?!Mozilla\b)[a-z][\w.-]{0,30}/i.exec(header)?.[0] ?? "Unknown browser";
  const system = find(systems);
  return system ? `${program} on ${system}` : program;
}
