import { findOpening, jobRepository } from "#app/features/job/job.repository.server.ts";
import { jobType } from "#app/features/job/job.type.ts";
import { cutAtWord } from "#app/features/site-content/defaults/words.ts";
import { teamMemberType } from "#app/features/team-member/team-member.type.ts";
import { ContentRepository } from "#app/platform/content/content.repository.server.ts";
import { entryDates } from "#app/platform/content/dates.repository.server.ts";
import { firstPublished } from "#app/platform/content/revision.repository.server.ts";
import { siteDay } from "#app/platform/site-day.repository.server.ts";
import { plainText } from "#app/shared/text/formatted-text.ts";
import { isSlug } from "#app/site/render/address.ts";
import { gonePage, notFoundPage } from "#app/site/render/error-page.server.ts";
import { memberOf, photosOf } from "#app/site/render/photos.server.ts";
import { breadcrumbs, jobPosting, organization } from "#app/site/seo/json-ld.server.ts";
import type { Load } from "./load.server.ts";
import type { OpeningProps } from "./opening.page.tsx";

/** One row of them; the others are on About. */
const shownPeople = 4;

/** /career/{slug}: each opening has its own page, so that it can be shared and indexed. */
export const loadOpening: Load = async ({ deps, content, params: [slug = ""] }) => {
  if (!isSlug(slug)) return notFoundPage(content);
  const day = await siteDay(deps);
  const found = await findOpening(deps.db, slug, day);
  if (!found) return notFoundPage(content);
  if (found.isGone) return gonePage(content, "career");
  const { version, published, closesItself, ...job } = found.job;
  const { company, career } = content;
  const { lead, leadOne, leadNone, heading, peopleHeading, othersHeading, ...words } = career;
  const team = (await new ContentRepository(teamMemberType).list(deps.db)).slice(0, shownPeople);
  const photo = await photosOf(
    deps,
    team.map((member) => member.photo),
  );
  const people = team.map((member) => memberOf(member, photo));
  const others = (await jobRepository.list(deps.db, { day }))
    .filter((other) => other.slug !== slug)
    .map(({ slug, title, location, experience }) => ({ slug, title, location, experience }));
  const props: OpeningProps = { words, peopleHeading, othersHeading, job, hrEmail: company.hrEmail, people, others };
  const createdAt = async () => (await entryDates(deps.db, jobType)).get(slug)?.createdAt;
  const postedAt = (await firstPublished(deps.db, jobType.name, slug)).get(slug) ?? (await createdAt());
  const path = `/career/${slug}`;
  return {
    page: "opening",
    props,
    head: {
      title: `${job.title} | ${company.name}`,
      description: cutAtWord(plainText(job.description)) || content.pageTitles.career.description,
      canonical: path,
      share: `career-${slug}`,
      look: JSON.stringify([job.location, job.experience]),
      jsonLd: [
        organization(deps.config, content),
        breadcrumbs(deps.config, [
          ["Career", "/career"],
          [job.title, path],
        ]),
        jobPosting(deps.config, found.job, company, postedAt ? new Date(postedAt) : deps.now()),
      ],
    },
    status: 200,
  };
};
