import { readSiteContent } from "#app/features/site-content/read-site-content.service.server.ts";
import { readImageIfAny, workOnPictures } from "#app/features/upload/upload.service.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { hashOfUpload } from "#app/shared/image-address.ts";
import { builtInTheme, safeTheme, type Theme } from "#app/shared/theme.ts";
import { keptRecently } from "./kept-recently.ts";
import type { SiteIcon } from "./share/icon.ts";
import { type FileReply, file, noFile } from "./site-file.server.ts";

/** Addresses of the site's icon: the mark as an SVG, and the mark or an uploaded logo as a PNG by its side in pixels. */
export interface IconAddresses {
  svg: string;
  /** The PNGs show an uploaded logo, so the SVG is not the icon. */
  isLogo: boolean;
  png(size: 32 | 180 | 192 | 512): string;
}

/** The icon in the theme's colours, or of its logo; undefined for the built-in one, whose files are part of the build. */
export function iconAddresses(theme: Theme & { logo?: string }): IconAddresses | undefined {
  const { pencil, pencilDark } = safeTheme(theme);
  const logo = hashOfUpload(theme.logo ?? "");
  if (!logo && pencil === builtInTheme.pencil && pencilDark === builtInTheme.pencilDark) return undefined;
  // Browsers keep icons for long: another picture needs another address.
  const version = `?v=${logo ?? pencil.slice(1) + pencilDark.slice(1)}`;
  return { svg: `/icon/mark.svg${version}`, isLogo: logo !== undefined, png: (size) => `/icon/${size}.png${version}` };
}

/** /icon/mark.svg, /icon/logo.png and /icon/{32|180|192|512}.png: the icon in the theme's colours, or of its logo. */
export async function siteIcon(deps: Deps, [name = ""]: string[]): Promise<FileReply> {
  const { theme } = await readSiteContent(deps);
  const { pencil, pencilDark } = safeTheme(theme);
  const logo = hashOfUpload(theme.logo);
  if (name === "mark.svg") return file("image/svg+xml", svg(pencil, pencilDark));
  if (name === "logo.png" && logo)
    return file("image/png", await drawn(deps, { shape: "logo", size: 96, pencil }, logo));
  const size = Number(/^(32|180|192|512)\.png$/.exec(name)?.[1]);
  return size ? file("image/png", await drawn(deps, { shape: "square", size, pencil }, logo)) : noFile;
}

/** As public/favicon.svg, in these colours. */
const svg = (pencil: string, pencilDark: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>.d{stroke:${pencil}}.s{fill:#101f1a}@media(prefers-color-scheme:dark){.d{stroke:${pencilDark}}.s{fill:#edf1ec}}</style><path class="d" fill="none" stroke-width="2" d="M3 3H15V17H9V29H3Z"/><path class="s" d="M18 2H30V30H12V20H18Z"/></svg>`;

/** There are five of a theme. */
const kept = keptRecently<Uint8Array<ArrayBuffer>>(16);

const drawn = (deps: Deps, icon: SiteIcon, logo: string | undefined) =>
  kept(JSON.stringify([icon, logo]), () => draw(deps, icon, logo));

async function draw(deps: Deps, icon: SiteIcon, logo: string | undefined): Promise<Uint8Array<ArrayBuffer>> {
  // Without its picture, the mark is better than no icon.
  const picture = logo && (await readImageIfAny(deps, logo));
  const { bytes } = await workOnPictures(deps, { kind: "icon", icon }, picture ? [picture.bytes] : []);
  return new Uint8Array(bytes);
}
