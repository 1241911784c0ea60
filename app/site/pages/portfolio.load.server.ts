import { countPublishedProjects, listProjectHeads } from "#app/features/project/project.repository.server.ts";
import { counted } from "#app/features/site-content/defaults/words.ts";
import { notFoundPage } from "#app/site/render/error-page.server.ts";
import { cardOf, pairAddresses, photosOf, technologies } from "#app/site/render/photos.server.ts";
import { breadcrumbs, organization } from "#app/site/seo/json-ld.server.ts";
import type { Load } from "./load.server.ts";
import { type PortfolioProps, partPath } from "./portfolio.page.tsx";

/** Projects per page. More than this are paginated, so that no page becomes too long for a phone to render. */
export const projectsOnPage = 500;

export const loadPortfolio: Load = async ({ deps, content, params: [part = "1"], technology }) => {
  const { db, config } = deps;
  const { portfolio, pageTitles, company } = content;
  const page = Number(part);
  const before = (page - 1) * projectsOnPage;
  const all = await listProjectHeads(db, { limit: projectsOnPage, offset: before });
  if (all.length === 0 && page > 1) return notFoundPage(content);
  const places = all.map((project, index) => ({ project, place: before + index + 1 }));
  const shown = technology ? places.filter(({ project }) => isMadeWith(project.technology, technology)) : places;
  if (technology && shown.length === 0) return notFoundPage(content);
  const isAll = page === 1 && all.length < projectsOnPage;
  const total = isAll ? all.length : await countPublishedProjects(db);
  const pages = technology ? 1 : Math.max(1, Math.ceil(total / projectsOnPage));
  const photo = await photosOf(deps, pairAddresses(shown.map(({ project }) => project)));
  const { lead, leadHover, leadTap, empty, heading, headingOne, headingNone, index, filters } = portfolio;
  const props: PortfolioProps = {
    words: {
      heading: counted(total, [headingNone, headingOne, heading]),
      lead,
      leadHover,
      leadTap,
      empty,
      index,
      filters,
    },
    projects: shown.map(({ project, place }) => cardOf(project, place, photo)),
    part: { page, pages, total },
    technologies: mostUsed(all.flatMap((project) => technologies(project.technology))),
    ...(technology && { technology }),
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
  return { page: "portfolio", props, head, status: 200, isPersonal: technology !== undefined };
};

const isMadeWith = (text: string, technology: string) =>
  technologies(text).some((each) => each.toLowerCase() === technology.toLowerCase());

const mostFilters = 12;

/** The technologies used by at least two projects, most used first. */
function mostUsed(all: string[]): string[] {
  const uses = new Map<string, number>();
  for (const each of all) uses.set(each, (uses.get(each) ?? 0) + 1);
  return [...uses]
    .filter(([, count]) => count > 1)
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostFilters)
    .map(([each]) => each);
}
