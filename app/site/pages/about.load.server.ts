import { faqType } from "#app/features/faq/faq.type.ts";
import { teamMemberType } from "#app/features/team-member/team-member.type.ts";
import { ContentRepository } from "#app/platform/content/content.repository.server.ts";
import { builtInPair, memberOf, photosOf } from "#app/site/render/photos.server.ts";
import { breadcrumbs, faqPage, organization } from "#app/site/seo/json-ld.server.ts";

import type { AboutProps } from "./about.page.tsx";
import type { Load } from "./load.server.ts";

export const loadAbout: Load = async ({ deps, content }) => {
  const { about, figures, engagement, pageTitles } = content;
  const { db, config } = deps;
  const faqs = await new ContentRepository(faqType).list(db);
  const team = await new ContentRepository(teamMemberType).list(db);
  const photo = await photosOf(deps, [about.img, about.drawnImg, ...team.map((member) => member.photo)]);
  const props: AboutProps = {
    content: { about, figures, engagement },
    picture: builtInPair(about, photo),
    team: team.map((member) => memberOf(member, photo)),
    faqs: faqs.map(({ slug, question, answer, bullets }) => ({ slug, question, answer, bullets })),
  };
  const jsonLd = [
    organization(config, content),
    breadcrumbs(config, [["About Us", "/about"]]),
    ...(faqs.length === 0 ? [] : [faqPage(faqs)]),
  ];
  return {
    page: "about",
    props,
    head: {
      ...pageTitles.about,
      canonical: "/about",
      share: "about",
      look: JSON.stringify([about.heading, about.img, about.imgFocus, about.drawnImg, content.company.address]),
      jsonLd,
    },
    status: 200,
  };
};
