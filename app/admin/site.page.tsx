import { contentSections } from "#app/features/site-content/defaults/sections.ts";
import SiteContentPage from "#app/features/site-content/site-content.page.tsx";

/** Passes this release's texts to the Site screen; only the site folder knows them. */
export default function SitePage() {
  return <SiteContentPage sections={contentSections} />;
}
