import { jobRepository } from "#app/features/job/job.repository.server.ts";
import { counted } from "#app/features/site-content/defaults/words.ts";
import { siteDay } from "#app/platform/site-day.repository.server.ts";
import { breadcrumbs, organization } from "#app/site/seo/json-ld.server.ts";

import type { CareerProps } from "./career.page.tsx";
import type { Load } from "./load.server.ts";

export const loadCareer: Load = async ({ deps, content }) => {
  const { db, config } = deps;
  const { career, company, pageTitles } = content;
  const jobs = await jobRepository.list(db, { day: await siteDay(deps) });
  const { lead, leadOne, leadNone, heading, peopleHeading, othersHeading, ...words } = career;
  const props: CareerProps = {
    heading,
    lead: counted(jobs.length, [leadNone, leadOne, lead]),
    words,
    hrEmail: company.hrEmail,
    jobs: jobs.map(({ version, published, closesItself, ...job }) => job),
  };
  const jsonLd = [organization(config, content), breadcrumbs(config, [["Career", "/career"]])];
  return {
    page: "career",
    props,
    head: { ...pageTitles.career, canonical: "/career", share: "career", look: props.heading + props.lead, jsonLd },
    status: 200,
  };
};
