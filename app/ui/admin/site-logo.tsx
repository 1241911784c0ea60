import { Logo } from "#app/ui/logo.tsx";

// The document of the back office carries what differs from the built-in name and mark (server/admin-company.ts).

/** The name of the company, as it was when the back office was opened. */
export const siteName = () => document.documentElement.dataset.name ?? "Jorna";

/** The logo of the site, for the back office. */
export function SiteLogo() {
  const { logo } = document.documentElement.dataset;
  return <Logo name={siteName()} pictures={logo === undefined ? undefined : JSON.parse(logo)} />;
}
