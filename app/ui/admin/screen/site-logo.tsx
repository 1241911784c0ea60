import { createContext, useContext } from "react";
import { Logo, type LogoPictures } from "#app/ui/logo.tsx";

// The document of the back office carries what differs from the built-in name and mark (server/office/admin-company.ts).

interface Company {
  name: string;
  logo: LogoPictures | undefined;
}

/** The name of the company, for titles. */
export const siteName = () => document.documentElement.dataset.name ?? "Jorna";

/** The company as the document says, as it was when the back office was opened. */
export function companyOfDocument(): Company {
  const { logo } = document.documentElement.dataset;
  return { name: siteName(), logo: logo === undefined ? undefined : (JSON.parse(logo) as LogoPictures) };
}

/** The company while the server renders, which has no document to read it from, and as it has been saved since. */
export const CompanyContext = createContext<Company | null>(null);

export function SiteLogo() {
  const { name, logo } = useContext(CompanyContext) ?? companyOfDocument();
  return <Logo name={name} pictures={logo} />;
}
