/** Colours as `#rrggbb` (sRGB), measured as WCAG 2.2 does and changed in OKLCH, where equal steps look equal. */

/** Whether a value is a colour such as `#f1561e`. Everything below takes only these. */
export const isColour = (value: string) => /^#[0-9a-f]{6}$/i.test(value);

/** The WCAG contrast ratio of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance, from 0 to 1 (WCAG 2.2). */
export function luminance(colour: string): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The same hue at another lightness (0 to 1, OKLCH), with as much of its chroma as sRGB can show. */
export function withLightness(colour: string, lightness: number): string {
  const [, chroma, hue] = oklchOf(colour);
  for (let kept = chroma; kept > 0.001; kept *= 0.98) {
    const channels = linearOf([lightness, kept, hue]);
    if (channels.every((channel) => channel > -0.0005 && channel < 1.0005)) return hexOf(channels);
  }
  return hexOf(linearOf([lightness, 0, hue]));
}

type Three = [number, number, number];

/** Lightness (0 to 1), chroma, and hue in radians. */
export function oklchOf(colour: string): Three {
  const [red, green, blue] = linear(colour);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), Math.atan2(b, a)];
}

/** The nearest colour of sRGB. Hue in radians. */
export const fromOklch = (colour: Three): string => hexOf(linearOf(colour));

function linearOf([lightness, chroma, hue]: Three): Three {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const linear = (colour: string) =>
  [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as Three;

function hexOf(channels: Three): string {
  const bytes = channels.map((channel) => {
    const clipped = Math.min(1, Math.max(0, channel));
    return Math.round(255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055));
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
