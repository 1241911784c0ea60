import { readSiteContent } from "#app/features/site-content/read-site-content.service.server.ts";
import { workOnPictures } from "#app/features/upload/upload.service.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { builtInTheme, safeTheme, type Theme } from "#app/shared/theme.ts";
import type { SiteIcon } from "./share/icon.ts";
import { type FileReply, file, noFile } from "./site-file.server.ts";

/** Addresses of the site's icon: an SVG, and a PNG by its side in pixels. */
interface IconAddresses {
  svg: string;
  png(size: 32 | 180 | 192 | 512): string;
}

/** The icon in the theme's colours; undefined for the built-in ones, whose files are part of the build. */
export function iconAddresses(given: Theme): IconAddresses | undefined {
  const { pencil, pencilDark } = safeTheme(given);
  if (pencil === builtInTheme.pencil && pencilDark === builtInTheme.pencilDark) return undefined;
  // Browsers keep icons for long: another colour needs another address.
  const version = `?v=${pencil.slice(1)}${pencilDark.slice(1)}`;
  return { svg: `/icon/mark.svg${version}`, png: (size) => `/icon/${size}.png${version}` };
}

/** /icon/mark.svg and /icon/{32|180|192|512}.png: the icon in the theme's colours. */
export async function siteIcon(deps: Deps, [name = ""]: string[]): Promise<FileReply> {
  const { pencil, pencilDark } = safeTheme((await readSiteContent(deps)).theme);
  if (name === "mark.svg") return file("image/svg+xml", svg(pencil, pencilDark));
  const size = Number(/^(32|180|192|512)\.png$/.exec(name)?.[1]);
  return size ? file("image/png", await drawn(deps, { size, pencil })) : noFile;
}

/** As public/favicon.svg, in these colours. */
const svg = (pencil: string, pencilDark: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>.d{stroke:${pencil}}.s{fill:#101f1a}@media(prefers-color-scheme:dark){.d{stroke:${pencilDark}}.s{fill:#edf1ec}}</style><path class="d" fill="none" stroke-width="2" d="M3 3H15V17H9V29H3Z"/><path class="s" d="M18 2H30V30H12V20H18Z"/></svg>`;

const mostKept = 16;
const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** The most recent ones are kept: there are four of a theme. */
function drawn(deps: Deps, icon: SiteIcon): Promise<Uint8Array<ArrayBuffer>> {
  const key = JSON.stringify(icon);
  const known =
    kept.get(key) ?? workOnPictures(deps, { kind: "icon", icon }, []).then(({ bytes }) => new Uint8Array(bytes));
  kept.delete(key);
  kept.set(key, known);
  known.catch(() => kept.delete(key));
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break;
    kept.delete(oldest);
  }
  return known;
}
