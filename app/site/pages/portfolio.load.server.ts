import {
  countPublishedProjects,
  listProjectHeads,
  type ProjectHead,
} from "#app/features/project/project.repository.server.ts";
import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import { counted } from "#app/features/site-content/defaults/words.ts";
import { commaSeparated } from "#app/shared/text/comma-separated.ts";
import { notFoundPage } from "#app/site/render/error-page.server.ts";
import { cardOf, pairAddresses, photosOf } from "#app/site/render/photos.server.ts";
import { breadcrumbs, organization } from "#app/site/seo/json-ld.server.ts";
import type { Load, PortfolioFilter } from "./load.server.ts";
import { type FilterRow, filterPath, type IndexRow, type PortfolioProps, partPath } from "./portfolio.page.tsx";

/** Projects per page. More than this are paginated, so that no page becomes too long for a phone to render. */
export const projectsOnPage = 500;

export const loadPortfolio: Load = async ({ deps, content, params: [part = "1"], filter }) => {
  const { db, config } = deps;
  const { portfolio, pageTitles } = content;
  const page = Number(part);
  const before = (page - 1) * projectsOnPage;
  // A filter looks at all of them.
  const all = await listProjectHeads(db, filter ? {} : { limit: projectsOnPage, offset: before });
  if (all.length === 0 && page > 1) return notFoundPage(content);
  const places = all.map((project, index) => ({ project, place: before + index + 1 }));
  const shown = places.filter(({ project }) => isOfSector(project, filter) && isMadeWith(project, filter));
  if (filter && shown.length === 0) return notFoundPage(content);
  const isAll = page === 1 && all.length < projectsOnPage;
  const total = isAll ? all.length : await countPublishedProjects(db);
  const pages = filter ? 1 : Math.max(1, Math.ceil(total / projectsOnPage));
  const every = filter || isAll ? all : await listProjectHeads(db, {});
  const photo = await photosOf(deps, pairAddresses(shown.map(({ project }) => project)));
  const heading = portfolioHeading(portfolio, total);
  const rows: IndexRow[] = shown.map(({ project, place }) => ({
    place,
    number: project.number,
    title: project.title,
    sector: project.sector.trim(),
    year: project.year,
    technology: commaSeparated(project.technology).join(", "),
  }));
  const props: PortfolioProps = {
    words: { ...portfolio, heading },
    projects: shown.map(({ project, place }) => cardOf(project, place, photo)),
    part: { page, pages, total },
    index: { words: portfolio.index, rows },
    filters: {
      words: portfolio.filters,
      rows: filterRows(every, portfolio.index, filter),
      count: filter && { shown: shown.length, total },
    },
  };
  const jsonLd = [organization(config, content), breadcrumbs(config, [["Portfolio", "/portfolio"]])];
  const { title, description } = pageTitles.portfolio;
  const head = {
    title: page === 1 ? title : title.replace(/( \| |$)/, `, page ${page}$1`),
    description,
    canonical: partPath(page),
    share: "portfolio",
    look: JSON.stringify([
      heading,
      portfolio.lead,
      page === 1 && all.slice(0, 1).flatMap((first) => [first.projectImage, first.drawnImage]),
    ]),
    jsonLd,
  };
  return { page: "portfolio", props, head, status: 200, isPersonal: filter !== undefined };
};

export const portfolioHeading = ({ headingNone, headingOne, heading }: SiteContent["portfolio"], total: number) =>
  counted(total, [headingNone, headingOne, heading]);

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase();

const isOfSector = ({ sector: own }: ProjectHead, { sector }: PortfolioFilter = {}) =>
  sector === undefined || isSame(own, sector);

const isMadeWith = (project: ProjectHead, { technology }: PortfolioFilter = {}) =>
  technology === undefined || commaSeparated(project.technology).some((each) => isSame(each, technology));

const most = { sectors: 24, technologies: 12 };

/**
 * The filters to offer with the active one: existing sectors, and technologies used by at least two projects, most used
 * first.
 */
function filterRows(
  all: ProjectHead[],
  labels: { sector: string; technology: string },
  filter: PortfolioFilter = {},
): FilterRow[] {
  const ofSector = all.filter((project) => isOfSector(project, filter));
  const madeWith = all.filter((project) => isMadeWith(project, filter));
  // In one order whatever is chosen, so that no choice moves away beneath the pointer.
  const sectors = mostUsed(all.map(({ sector }) => sector.trim()).filter(Boolean))
    .filter((sector) => madeWith.some((project) => isOfSector(project, { sector })))
    .slice(0, most.sectors);
  const common = mostUsed(
    all.flatMap((project) => commaSeparated(project.technology)),
    2,
  ).slice(0, most.technologies);
  const used = common.filter((technology) => ofSector.some((project) => isMadeWith(project, { technology })));
  const choices = (kind: keyof PortfolioFilter, names: string[]) => ({
    kind,
    label: labels[kind],
    all: { href: filterPath({ ...filter, [kind]: undefined }, kind), isCurrent: filter[kind] === undefined },
    choices: names.map((name) => ({
      name,
      href: filterPath({ ...filter, [kind]: name }, kind),
      isCurrent: isSame(name, filter[kind] ?? ""),
    })),
  });
  const fits = (project: ProjectHead, only: PortfolioFilter) => isOfSector(project, only) && isMadeWith(project, only);
  // One whose only choice is all of them chooses nothing.
  return [choices("sector", sectors), choices("technology", used)].filter(({ kind, choices: some }) =>
    some.some(({ name }) => all.some((project) => !fits(project, { [kind]: name }))),
  );
}

/** Distinct names, ignoring case, most used first. `least`: minimum number of uses. */
function mostUsed(names: string[], least = 1): string[] {
  const uses = new Map<string, { name: string; count: number }>();
  for (const name of names) {
    const use = uses.get(name.toLowerCase()) ?? { name, count: 0 };
    uses.set(name.toLowerCase(), { ...use, count: use.count + 1 });
  }
  return [...uses.values()]
    .filter(({ count }) => count >= least)
    .sort((one, other) => other.count - one.count)
    .map(({ name }) => name);
}
