import { jobRepository } from "#app/features/job/job.repository.server.ts";
import { counted } from "#app/features/site-content/defaults/words.ts";
import { breadcrumbs, organization } from "#app/site/seo/json-ld.server.ts";

import type { CareerProps } from "./career.page.tsx";
import type { Load } from "./load.server.ts";

export const loadCareer: Load = async ({ deps: { db, config }, content }) => {
  const { career, company, pageTitles } = content;
  const jobs = await jobRepository.list(db);
  const { lead, leadOne, leadNone, heading, ...words } = career;
  const props: CareerProps = {
    heading,
    lead: counted(jobs.length, [leadNone, leadOne, lead]),
    words,
    hrEmail: company.hrEmail,
    jobs: jobs.map(({ version, published, ...job }) => job),
  };
  const jsonLd = [organization(config, content), breadcrumbs(config, [["Career", "/career"]])];
  return {
    page: "career",
    props,
    head: { ...pageTitles.career, canonical: "/career", share: "career", jsonLd },
    status: 200,
  };
};
