import { domainToUnicode } from "node:url";
import type { Project } from "#app/features/project/project.contract.ts";
import { findPublishedProject, isRetiredNumber, placeOf } from "#app/features/project/project.repository.server.ts";
import { counted, cutAtWord } from "#app/features/site-content/defaults/words.ts";
import { commaSeparated } from "#app/shared/text/comma-separated.ts";
import { isSlug, projectNumber } from "#app/site/render/address.ts";
import { gonePage, notFoundPage } from "#app/site/render/error-page.server.ts";
import { pairOf, photosOf } from "#app/site/render/photos.server.ts";
import { breadcrumbs, creativeWork, organization } from "#app/site/seo/json-ld.server.ts";
import type { DetailsProps } from "./details.page.tsx";
import type { Load, LoadContext, Loaded } from "./load.server.ts";

/** /details/{id}: the permanent number is the address; a slug redirects to it. */
export const loadDetails: Load = async (context) => {
  const {
    deps,
    content,
    params: [id = ""],
  } = context;
  const number = projectNumber(id);
  if (number === undefined && !isSlug(id)) return notFoundPage(content);
  const found = await findPublishedProject(deps.db, number === undefined ? { slug: id } : { number });
  if (!found && number !== undefined && (await isRetiredNumber(deps.db, number))) return gonePage(content, "portfolio");
  if (!found) return notFoundPage(content);
  if (number === undefined) return { redirect: `/details/${found.project.number}` };
  if (found.isGone) return gonePage(content, "portfolio");
  return projectPage(context, found.project);
};

async function projectPage({ deps, content }: LoadContext, project: Project): Promise<Loaded> {
  const { db, config } = deps;
  const { place, next } = await placeOf(db, project.slug);
  const photo = await photosOf(deps, [
    project.projectImage,
    project.drawnImage,
    project.sketchImage,
    ...project.detail.map(({ img }) => img),
  ]);
  const { title, description, number, whatWeDid, team, sketchImage, sketchReason } = project;
  const technology = commaSeparated(project.technology);
  const { drawn, built, next: nextWord, people, onePerson, ...words } = content.details;
  const count = team.reduce((sum, role) => sum + role.count, 0);
  const picture: DetailsProps["picture"] = {
    // The picture may have an alternative text of its own.
    alt: `${title}, finished screen`,
    ...pairOf(project, photo),
    labels: [drawn, built],
  };
  const story: DetailsProps["story"] = {
    ...project,
    words,
    liveHost: hostIn(project.liveUrl),
    sketch: {
      photo: photo(sketchImage),
      alt: project.sketchImageAlt ?? "",
      isOwn: [...deps.pictures.values()].includes(sketchImage),
      reason: sketchReason,
    },
    technology,
    people: counted(count, ["", onePerson, people]),
    blocks: project.detail.map(({ _id, heading, description: text, img, layout, imgAlt, imgFocus }) => ({
      id: _id,
      heading,
      text,
      photo: photo(img, imgFocus),
      alt: imgAlt ?? heading,
      layout,
    })),
  };
  const props: DetailsProps = {
    nextWord,
    place,
    title,
    description,
    technology: whatWeDid ? [] : technology,
    next: next && { number: next.number, title: next.title },
    picture,
    story,
  };
  const path = `/details/${number}`;
  const trail: [string, string][] = [
    ["Portfolio", "/portfolio"],
    [title, path],
  ];
  return {
    page: "details",
    props,
    head: {
      title: `${title} | ${content.company.name}`,
      description: cutAtWord(description) || content.pageTitles.portfolio.description,
      canonical: path,
      share: `details-${number}`,
      look: JSON.stringify([project.projectImage, project.drawnImage, project.seam, technology, place]),
      jsonLd: [
        organization(config, content),
        breadcrumbs(config, trail),
        // A sample is nobody's work.
        ...(project.isSample ? [] : [creativeWork(config, project, content.company)]),
      ],
    },
    status: 200,
  };
}

/** The host as people write it: URL encodes international letters. */
function hostIn(url: string): string {
  if (url === "") return "";
  const { hostname } = new URL(url);
  return (domainToUnicode(hostname) || hostname).replace(/^www\./, "");
}
