import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { companyView } from "#app/features/site-content/site-content.queries.ts";
import { companyOfDocument } from "#app/ui/admin/site-logo.tsx";

/** The company's name and logo: as the document says, and as they are once somebody has saved, undone or reset them. */
export function useCompany(isLoggedIn: boolean) {
  const { data } = useQuery({ ...companyView(), enabled: isLoggedIn, initialData: inDocument });
  const { name, logo } = data;
  // For the titles of the screens.
  useEffect(() => {
    document.documentElement.dataset.name = name;
  }, [name]);
  return { name, logo: logo ?? undefined };
}

function inDocument() {
  const { name, logo } = companyOfDocument();
  return { name, logo: logo ?? null };
}
