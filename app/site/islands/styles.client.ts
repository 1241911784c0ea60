// Not loaded by any page: names what the build's style sheet consists of (vite.config.ts), since most components are
// rendered on the server alone.
import SiteLayout from "#app/site/layout/site.layout.tsx";

Object.assign(globalThis, { SiteLayout, pages: import.meta.glob("../pages/*.page.tsx", { eager: true }) });
