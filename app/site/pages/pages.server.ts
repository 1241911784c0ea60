import { builtInPicture } from "#app/site/seo/built-in-picture.server.ts";
import { feed, llms, robots, sitemap } from "#app/site/seo/discovery.server.ts";
import { sharePicture } from "#app/site/seo/share-picture.server.ts";
import type { SiteFile } from "#app/site/seo/site-file.server.ts";
import { manifest, securityTxt } from "#app/site/seo/site-files.server.ts";
import { siteIcon } from "#app/site/seo/site-icon.server.ts";
import { loadAbout } from "./about.load.server.ts";
import { loadCareer } from "./career.load.server.ts";
import { loadDetails } from "./details.load.server.ts";
import { loadHome } from "./home.load.server.ts";
import type { Load } from "./load.server.ts";
import { loadNewsletter } from "./newsletter.load.server.ts";
import { loadOpening } from "./opening.load.server.ts";
import { loadPortfolio } from "./portfolio.load.server.ts";
import { loadPrivacy } from "./privacy.load.server.ts";
import { loadSent } from "./sent.load.server.ts";

/**
 * All public pages: a pattern for the normalized path (lower-cased, without a trailing slash) and the load function.
 * The first match wins.
 */
export const pages: { path: RegExp; load: Load }[] = [
  { path: /^\/$/, load: loadHome },
  { path: /^\/portfolio(?:\/([2-9]|[1-9]\d{1,6}))?$/, load: loadPortfolio },
  { path: /^\/about$/, load: loadAbout },
  { path: /^\/career$/, load: loadCareer },
  { path: /^\/career\/([^/]+)$/, load: loadOpening },
  { path: /^\/details\/([^/]+)$/, load: loadDetails },
  { path: /^\/privacy$/, load: loadPrivacy },
  { path: /^\/newsletter\/(confirm|unsubscribe)\/([a-z0-9]+)$/, load: loadNewsletter },
  { path: /^\/sent\/(quote|contact|subscription)$/, load: loadSent },
  { path: /^\/sent\/(quote|contact)\/([a-z0-9]{16})$/, load: loadSent },
  { path: /^\/sent\/(subscription)\/(noted)$/, load: loadSent },
];

/** Paths that serve files rather than pages. */
export const files: SiteFile[] = [
  { path: /^\/robots\.txt$/, handle: robots },
  { path: /^\/sitemap\.xml$/, handle: sitemap },
  { path: /^\/feed\.xml$/, handle: feed },
  { path: /^\/llms\.txt$/, handle: llms },
  { path: /^\/\.well-known\/security\.txt$/, handle: securityTxt },
  { path: /^\/site\.webmanifest$/, handle: manifest },
  { path: /^\/icon\/(mark\.svg|logo\.png|\d+\.png)$/, handle: siteIcon },
  { path: /^\/art\/([0-9a-f]{6})-([0-9a-f]{6})\/((?:services|avatars)\/[\w-]+\.svg)$/, handle: builtInPicture },
  { path: /^\/share\/([a-z0-9-]+)\.png$/, handle: sharePicture },
];

/** Where forms are posted without JavaScript; the server answers with 303 to /sent/{form} or renders the form again. */
export const formPaths = {
  quote: "/send/quote",
  contact: "/send/contact",
  subscription: "/send/subscription",
} as const;
