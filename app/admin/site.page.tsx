import { contentSections } from "#app/features/site-content/defaults/sections.ts";
import SiteContentPage from "#app/features/site-content/site-content.page.tsx";

/** The texts of this release, which the site knows, on the room's screen. */
export default function SitePage() {
  return <SiteContentPage sections={contentSections} />;
}
