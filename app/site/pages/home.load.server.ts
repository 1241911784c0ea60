import { listProjectHeads } from "#app/features/project/project.repository.server.ts";
import { reviewRepository } from "#app/features/review/review.repository.server.ts";
import { inThemeColours, reviewAvatar } from "#app/shared/built-in-picture.ts";
import { homeProjects } from "#app/shared/limits.ts";
import type { Photo } from "#app/site/render/page-data.ts";
import { builtInPair, cardOf, copyOf, pairAddresses, photosOf } from "#app/site/render/photos.server.ts";
import { organization, webSite } from "#app/site/seo/json-ld.server.ts";
import type { HomeProps } from "./home.page.tsx";
import type { Load } from "./load.server.ts";

export const loadHome: Load = async ({ deps, content }) => {
  const { db, config } = deps;
  const { home, figures, engagement, company, pageTitles, theme } = content;
  const coloured = inThemeColours(theme);
  const projects = await listProjectHeads(db, { limit: homeProjects });
  const reviews = await reviewRepository.list(db);
  const inColours = (picture: Photo): Photo => ({ ...picture, src: coloured(picture.src) });
  const photo = await photosOf(deps, [
    ...home.heroSlides.flatMap(({ img, drawnImg }) => [img, drawnImg]),
    ...home.serviceList.map(({ img }) => img),
    ...pairAddresses(projects),
    ...reviews.map(({ profileImage }) => profileImage),
  ]);
  const props: HomeProps = {
    content: {
      home: {
        ...home,
        serviceList: home.serviceList.map((entry) => ({
          ...entry,
          img: inColours(copyOf(photo(entry.img) ?? { src: entry.img }, 960)).src,
        })),
      },
      figures,
      engagement,
      company,
    },
    seamLabels: [content.details.drawn, content.details.built],
    hero: home.heroSlides.map((slide) => ({ imgText: slide.imgText, ...builtInPair(slide, photo) })),
    projects: projects.map((project, index) => cardOf(project, index + 1, photo)),
    reviews: reviews.map(
      ({ slug, fullName, company: rank, feedback, profileImage, profileImageAlt, profileImageFocus }, index) => ({
        slug,
        fullName,
        company: rank,
        feedback,
        profileImage: inColours(copyOf(photo(profileImage, profileImageFocus) ?? { src: reviewAvatar(index) }, 480)),
        alt: profileImageAlt ?? "",
      }),
    ),
  };
  const head = {
    ...pageTitles.home,
    canonical: "/",
    share: "home",
    look: JSON.stringify(home.heroSlides[0]),
    jsonLd: [organization(config, content), webSite(config, company)],
  };
  return { page: "home", props, head, status: 200 };
};
