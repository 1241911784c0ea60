import { countPublishedProjects, listProjectHeads } from "#app/features/project/project.repository.server.ts";
import { counted } from "#app/features/site-content/defaults/words.ts";
import { notFoundPage } from "#app/site/render/error-page.server.ts";
import { cardOf, pairAddresses, photosOf } from "#app/site/render/photos.server.ts";
import { breadcrumbs, organization } from "#app/site/seo/json-ld.server.ts";
import type { Load } from "./load.server.ts";
import { type PortfolioProps, partPath } from "./portfolio.page.tsx";

/** All projects stand on one page until there are more; then on as many as it takes, so that none grows beyond what a telephone shows. */
export const projectsOnPage = 500;

export const loadPortfolio: Load = async ({ deps, content, params: [part = "1"] }) => {
  const { db, config } = deps;
  const { portfolio, pageTitles, company } = content;
  const page = Number(part);
  const before = (page - 1) * projectsOnPage;
  const projects = await listProjectHeads(db, { limit: projectsOnPage, offset: before });
  if (projects.length === 0 && page > 1) return notFoundPage(content);
  const isAll = page === 1 && projects.length < projectsOnPage;
  const total = isAll ? projects.length : await countPublishedProjects(db);
  const pages = Math.max(1, Math.ceil(total / projectsOnPage));
  const photo = await photosOf(deps, pairAddresses(projects));
  const { lead, leadHover, leadTap, empty, heading, headingOne, headingNone } = portfolio;
  const props: PortfolioProps = {
    words: { heading: counted(total, [headingNone, headingOne, heading]), lead, leadHover, leadTap, empty },
    projects: projects.map((project, index) => cardOf(project, before + index + 1, photo)),
    part: { page, pages, total },
  };
  const jsonLd = [organization(config, company), breadcrumbs(config, [["Portfolio", "/portfolio"]])];
  const { title, description } = pageTitles.portfolio;
  const head = {
    title: page === 1 ? title : title.replace(/( \| |$)/, `, page ${page}$1`),
    description,
    canonical: partPath(page),
    share: "portfolio",
    jsonLd,
  };
  return { page: "portfolio", props, head, status: 200 };
};
