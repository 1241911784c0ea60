import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type CompanyView, companyView } from "#app/features/site-content/site-content.queries.ts";
import { companyOfDocument } from "#app/ui/admin/screen/site-logo.tsx";

/**
 * The company's name and logo: as the document says, and as they are once somebody has saved, undone or reset them. The
 * document follows their name, colours and icon.
 */
export function useCompany(isLoggedIn: boolean) {
  const { data } = useQuery({ ...companyView(), enabled: isLoggedIn, initialData: inDocument });
  const { name, logo, rules, icon } = data;
  // For the titles of the screens.
  useEffect(() => {
    document.documentElement.dataset.name = name;
  }, [name]);
  useEffect(() => {
    if (rules === undefined) return;
    // Not a style element: the content policy lists the hashes of those that the document came with.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.getElementById("theme")?.remove();
    document.adoptedStyleSheets = [sheet];
  }, [rules]);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (icon && link) Object.assign(link, icon);
  }, [icon]);
  return { name, logo: logo ?? undefined };
}

function inDocument(): CompanyView {
  const { name, logo } = companyOfDocument();
  return { name, logo: logo ?? null };
}
