import { listProjectHeads } from "#app/features/project/project.repository.server.ts";
import { counted } from "./content/words.ts";
import { breadcrumbs, organization } from "./json-ld.server.ts";
import type { Load } from "./load.server.ts";
import { cardOf, pairAddresses, photosOf } from "./photos.server.ts";
import type { PortfolioProps } from "./portfolio.page.tsx";

export const loadPortfolio: Load = async ({ deps, content: { portfolio, pageTitles, company } }) => {
  const { db, config } = deps;
  const projects = await listProjectHeads(db);
  const photo = await photosOf(deps, pairAddresses(projects));
  const { lead, leadHover, leadTap, empty, heading, headingOne, headingNone } = portfolio;
  const props: PortfolioProps = {
    words: { heading: counted(projects.length, [headingNone, headingOne, heading]), lead, leadHover, leadTap, empty },
    projects: projects.map((project, index) => cardOf(project, index + 1, photo)),
  };
  const jsonLd = [organization(config, company), breadcrumbs(config, [["Portfolio", "/portfolio"]])];
  const head = { ...pageTitles.portfolio, canonical: "/portfolio", share: "portfolio", jsonLd };
  return { page: "portfolio", props, head, status: 200 };
};
