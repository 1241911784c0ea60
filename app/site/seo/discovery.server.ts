import { closingDays, jobRepository } from "#app/features/job/job.repository.server.ts";
import { jobType } from "#app/features/job/job.type.ts";
import {
  countPublishedProjects,
  eachProjectNumber,
  listFeedProjects,
  listProjectHeads,
} from "#app/features/project/project.repository.server.ts";
import { readSiteContent } from "#app/features/site-content/read-site-content.service.server.ts";
import { entryDates } from "#app/platform/content/dates.repository.server.ts";
import { firstPublished } from "#app/platform/content/revision.repository.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { siteDay } from "#app/platform/site-day.repository.server.ts";
import { mainPaths } from "#app/shared/public-pages.ts";
import { projectsOnPage } from "#app/site/pages/portfolio.load.server.ts";
import { partPath } from "#app/site/pages/portfolio.page.tsx";
import { endOfDayIn } from "#app/site/render/calendar.ts";
import { escaped } from "#app/site/render/escape.ts";
import { absolute } from "./json-ld.server.ts";
import { type FileReply, file } from "./site-file.server.ts";

export async function robots({ config }: Deps): Promise<FileReply> {
  const lines = [
    "User-agent: *",
    "Disallow: /admin",
    "Disallow: /api/",
    "Disallow: /sent/",
    "Disallow: /newsletter/",
    "",
    `Sitemap: ${config.publicUrl}/sitemap.xml`,
  ];
  return file("text/plain; charset=utf-8", `${lines.join("\n")}\n`);
}

export async function sitemap(deps: Deps): Promise<FileReply> {
  const { db, config } = deps;
  const day = await siteDay(deps);
  const url = (path: string, changedAt?: string): string => {
    const lastmod = changedAt ? `<lastmod>${changedAt.slice(0, 10)}</lastmod>` : "";
    return `<url><loc>${escaped(config.publicUrl + path)}</loc>${lastmod}</url>`;
  };
  const [jobs, jobDates] = await Promise.all([jobRepository.list(db, { day }), entryDates(db, jobType)]);
  const projects: string[] = [];
  for await (const some of eachProjectNumber(db))
    projects.push(...some.map(({ number, updatedAt }) => url(`/details/${number}`, updatedAt)));
  const urls = [
    ...mainPaths
      .flatMap((path) => (path === "/portfolio" ? portfolioPaths(projects.length) : [path]))
      .map((path) => url(path)),
    ...projects,
    ...jobs.map(({ slug }) => url(`/career/${slug}`, jobDates.get(slug)?.updatedAt)),
  ];
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
  return { ...file("application/xml; charset=utf-8", xml), isOfContent: true, ...(await closings(deps, day)) };
}

/** When an opening closed last and closes next: without a write, a list of them changes then. */
async function closings(deps: Deps, day: string): Promise<Pick<FileReply, "changedAt" | "validUntil">> {
  const { timeZone } = (await readSiteContent(deps)).company;
  const { last, next } = await closingDays(deps.db, day);
  return {
    ...(last && { changedAt: endOfDayIn(timeZone, last) }),
    ...(next && { validUntil: endOfDayIn(timeZone, next) }),
  };
}

const newest = 100;

/** RSS 2.0 feed of the hundred case studies that were published last, newest first. */
export async function feed(deps: Deps): Promise<FileReply> {
  const { db, config } = deps;
  const { company, pageTitles } = await readSiteContent(deps);
  const published = await firstPublished(db, "project");
  const projects = (await listFeedProjects(db))
    .map((project) => ({ ...project, at: published.get(project.slug) ?? project.createdAt }))
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, newest);
  const changedAt = projects
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1);
  const items = projects.map(({ number, title, description, at }) => {
    const link = `${config.publicUrl}/details/${number}`;
    return `<item><title>${escaped(title)}</title><link>${escaped(link)}</link><guid>${escaped(link)}</guid><pubDate>${new Date(at).toUTCString()}</pubDate><description>${escaped(description)}</description></item>`;
  });
  const channel = [
    `<title>${escaped(pageTitles.portfolio.title)}</title>`,
    `<link>${escaped(absolute(config, "/portfolio"))}</link>`,
    `<description>${escaped(pageTitles.portfolio.description)}</description>`,
    `<atom:link href="${escaped(absolute(config, "/feed.xml"))}" rel="self" type="application/rss+xml"/>`,
    "<language>en</language>",
    ...(changedAt ? [`<lastBuildDate>${new Date(changedAt).toUTCString()}</lastBuildDate>`] : []),
    `<copyright>${escaped(company.name)}</copyright>`,
    ...items,
  ];
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n${channel.join("\n")}\n</channel></rss>\n`;
  return { ...file("application/rss+xml; charset=utf-8", xml), isOfContent: true };
}

/** Limit that keeps llms.txt an overview. */
const maxListed = 200;

/** llms.txt: a plain-text overview of the site and its parts for language models (llmstxt.org). */
export async function llms(deps: Deps): Promise<FileReply> {
  const { db, config } = deps;
  const { company, pageTitles, home, engagement } = await readSiteContent(deps);
  const projects = await listProjectHeads(db, { limit: maxListed });
  const left = (await countPublishedProjects(db)) - projects.length;
  const day = await siteDay(deps);
  const jobs = await jobRepository.list(db, { day });
  const link = (title: string, path: string, text: string) =>
    `- [${line(title)}](${config.publicUrl}${path}): ${line(text)}`;
  const lines = [
    `# ${line(company.name)}`,
    `> ${line(pageTitles.home.description)}`,
    "",
    `Office: ${line(company.address)}. Phone: ${line(company.phone)}. Jobs: ${line(company.hrEmail)}.`,
    "",
    "## Pages",
    link("Portfolio", "/portfolio", pageTitles.portfolio.description),
    link("About Us", "/about", pageTitles.about.description),
    link("Career", "/career", pageTitles.career.description),
    ...section(
      "Services",
      home.serviceList.map(({ mainHeading, mainDesc }) => `- ${line(mainHeading)}: ${line(mainDesc)}`),
    ),
    ...section(
      "Ways to work together",
      engagement.models.map(({ title, text }) => `- ${line(title)}: ${line(text)}`),
    ),
    ...section("Case studies", [
      ...projects.map(({ title, number, description }) => link(title, `/details/${number}`, description)),
      ...(left > 0 ? [link(`${left} more`, "/portfolio", "every case study")] : []),
    ]),
    ...section(
      "Open roles",
      jobs.map(({ title, slug, location, experience }) =>
        link(title, `/career/${slug}`, [location, experience].filter(Boolean).join(", ")),
      ),
    ),
  ];
  return { ...file("text/plain; charset=utf-8", `${lines.join("\n")}\n`), ...(await closings(deps, day)) };
}

const portfolioPaths = (total: number) =>
  Array.from({ length: Math.max(1, Math.ceil(total / projectsOnPage)) }, (_, index) => partPath(index + 1));

const section = (title: string, entries: string[]) => (entries.length === 0 ? [] : ["", `## ${title}`, ...entries]);
const line = (text: string) => text.replace(/\s+/g, " ").trim();
