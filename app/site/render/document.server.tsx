import { renderToStaticMarkup } from "react-dom/server";
import { endOfPicture } from "#app/features/project/seam-slider.tsx";
import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import type { Config } from "#app/platform/config.ts";
import { cspHash } from "#app/platform/csp-hash.server.ts";
import { sha256 } from "#app/platform/secret.server.ts";
import { layerOrder, themeRules } from "#app/shared/theme.ts";
import { deferLayoutScript } from "#app/site/hydration/deferred-layout.ts";
import { noteEventsScript } from "#app/site/hydration/early-events.ts";
import { startAtTopScript } from "#app/site/hydration/start-at-top.ts";
import { projectViewTransitionScript } from "#app/site/layout/project-view-transition.ts";
import { themeScript } from "#app/site/layout/theme.ts";
import { viewTransitionClicksScript } from "#app/site/layout/view-transition-clicks.ts";
import type { Head } from "#app/site/pages/load.server.ts";
import { absolute } from "#app/site/seo/json-ld.server.ts";
import { iconAddresses } from "#app/site/seo/site-icon.server.ts";
import { markPicturesScript } from "#app/ui/meet.tsx";
import type { Assets } from "./assets.ts";
import { drawingRules, withDrawings } from "./drawings.server.ts";
import { escaped } from "./escape.ts";
import { speculationRules } from "./speculation-rules.ts";
import { usedStyle } from "./used-style.server.ts";

/** Inline script that must run before the first paint. */
const firstScript = `${themeScript};${noteEventsScript};${startAtTopScript};${deferLayoutScript};${markPicturesScript};${projectViewTransitionScript};${viewTransitionClicksScript}`;

interface Parts {
  config: Config;
  assets: Assets;
  head: Head;
  /** Whether search engines may index the page. */
  isFindable: boolean;
  page: string;
  company: string;
  theme: SiteContent["theme"];
  /** CSS of the seams and focal points of the page's pictures. */
  pictureRules: string;
  /** The HTML that React rendered. */
  body: string;
}

/**
 * Wraps a page in its document. The CSP lists the hashes of its inline blocks. The hydration script is a low-priority
 * module at the end, so that it delays nothing visible.
 */
export function documentOf(parts: Parts) {
  const { config, assets, page, head, isFindable } = parts;
  const theme = themeRules(parts.theme);
  const [hoisted, empty] = withoutHoisted(parts.body);
  const body = withDrawings(empty);
  const pictures = `${parts.pictureRules}${drawingRules(empty)}`;
  const rules = `${layerOrder}${theme}${pictures}`;
  const style = assets.style && usedStyle(assets.style.parts, body);
  const scriptFiles = assets.scripts(page);
  const scripts = [...assets.devScripts, scriptFiles.entry].map(
    (src) => `<script type="module" src="${src}" fetchpriority="low"></script>`,
  );
  const inHead =
    `<script>${firstScript}</script><style>${rules}</style>` +
    // View transitions need the picture of the case study at first render (project-view-transition.ts).
    (page === "details" ? `<link rel="expect" href="#${endOfPicture}" blocking="render">` : "") +
    hoisted +
    firstPictures(body) +
    styleSheet(assets, page, style) +
    (isFindable
      ? head.jsonLd.map((block) => `<script type="application/ld+json">${json(block)}</script>`).join("")
      : "");
  const html =
    `<!doctype html><html lang="en" data-api="${escaped(config.apiBaseUrl)}"${assets.style ? ` data-late-style="${assets.style.late}"` : ""}${scriptFiles.later.length > 0 ? ` data-later-scripts="${scriptFiles.later.join(" ")}"` : ""}>` +
    renderToStaticMarkup(<DocumentHead {...parts} />).replace("</head>", () => `${inHead}</head>`) +
    `<body><div id="page">${body}</div>${scripts.join("")}` +
    `<script type="speculationrules">${speculationRules}</script></body></html>`;
  const styleHashes = [rules, ...(style === undefined ? [] : [style])].map(cspHash);
  return { html, csp: { scriptHashes, styleHashes } };
}

/** In the document itself what it uses: a request for it would keep the first screen back by a round trip. */
const styleSheet = ({ styles }: Assets, page: string, style: string | undefined) =>
  style === undefined
    ? styles(page)
        .map((href) => `<link rel="stylesheet" href="${href}">`)
        .join("")
    : `<style>${style}</style>`;

/** Moves the preload links that React puts before its output into the head. */
function withoutHoisted(body: string): [hoisted: string, body: string] {
  const hoisted = /^(?:<link rel="preload"[^>]*>)*/.exec(body)?.[0] ?? "";
  return [hoisted, body.slice(hoisted.length)];
}

/** Preload links for the page's high-priority pictures, so that they load before the parser reaches them. */
function firstPictures(body: string): string {
  const eager = /<picture><source type="image\/avif" srcSet="([^"]*)" sizes="([^"]*)"\/><img[^>]*fetchPriority="high"/g;
  return [...body.matchAll(eager)]
    .map(
      ([, srcSet, sizes]) =>
        `<link rel="preload" as="image" type="image/avif" imagesrcset="${srcSet}" imagesizes="${sizes}" fetchpriority="high">`,
    )
    .join("");
}

function DocumentHead({ config, assets, head, isFindable, company, theme }: Parts) {
  const icon = iconAddresses(theme);
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {/* Phone numbers are links already; what a browser makes of other digits would be its own. */}
      <meta name="format-detection" content="telephone=no" />
      <title>{head.title}</title>
      <meta name="description" content={head.description} />
      {isFindable && head.canonical ? (
        <link rel="canonical" href={config.publicUrl + head.canonical} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <meta name="theme-color" content="#f0f4f0" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0d1814" media="(prefers-color-scheme: dark)" />
      {assets.font && <link rel="preload" as="font" type="font/woff2" href={assets.font} crossOrigin="anonymous" />}
      <link rel="icon" href={icon?.png(32) ?? "/favicon.ico"} sizes="32x32" />
      {!icon?.isLogo && <link rel="icon" href={icon?.svg ?? "/favicon.svg"} type="image/svg+xml" />}
      <link rel="apple-touch-icon" href={icon?.png(180) ?? "/apple-touch-icon.png"} />
      <link rel="alternate" type="application/rss+xml" title={`${company}: projects`} href="/feed.xml" />
      <Sharing config={config} head={head} name={company} look={themeRules(theme) + theme.logo + (head.look ?? "")} />
    </head>
  );
}

/** Open Graph metadata for link previews. `look`: changes with what the share pictures show besides title and description. */
function Sharing({ config, head, name, look }: { config: Config; head: Head; name: string; look: string }) {
  const picture = `${absolute(config, `/share/${head.share}.png`)}?v=${sha256(head.title, head.description, look).slice(0, 8)}`;
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={name} />
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={head.description} />
      {head.canonical && <meta property="og:url" content={config.publicUrl + head.canonical} />}
      <meta property="og:image" content={picture} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={head.title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** JSON that cannot close the script element around it. */
const json = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** Hash source of an inline block for the CSP. */
const scriptHashes = [cspHash(firstScript), cspHash(speculationRules)];
