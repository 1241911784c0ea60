import SiteContentPage from "#app/features/site-content/site-content.page.tsx";
import { contentSections } from "#app/site/content/sections.ts";

/** The texts of this release, which the site knows, on the room's screen. */
export default function SitePage() {
  return <SiteContentPage sections={contentSections} />;
}
