import { createContext, useContext } from "react";
import { Logo, type LogoPictures } from "#app/ui/logo.tsx";

// The document of the back office carries what differs from the built-in name and mark (server/admin-company.ts).

/** The name of the company, as it was when the back office was opened. */
export const siteName = () => document.documentElement.dataset.name ?? "Jorna";

/** The company's name and logo while the server renders, which has no document to read them from. */
export const CompanyContext = createContext<{ name: string; logo: LogoPictures | undefined } | null>(null);

/** The logo of the site, for the back office. */
export function SiteLogo() {
  const { name, logo } = useContext(CompanyContext) ?? fromDocument();
  return <Logo name={name} pictures={logo} />;
}

function fromDocument() {
  const { logo } = document.documentElement.dataset;
  return { name: siteName(), logo: logo === undefined ? undefined : (JSON.parse(logo) as LogoPictures) };
}
