import type { ProjectHead } from "#app/features/project/project.repository.server.ts";
import { imageInfos } from "#app/features/upload/upload.repository.server.ts";
import type { Config } from "#app/platform/config.ts";
import type { Deps } from "#app/platform/deps.ts";
import type { Seam } from "#app/ui/seam.ts";
import type { Pair, Photo, ProjectCard } from "./page-data.ts";

export type PhotoOf = (address: string) => Photo | null;

/** Looks the sizes of a page's pictures up at once, so that each stands in the document with its width and height. A built-in picture's name becomes its address. */
export async function photosOf(
  { db, pictures, config }: Pick<Deps, "db" | "pictures" | "config">,
  addresses: string[],
): Promise<PhotoOf> {
  const resolve = (address: string) => pictures.get(address) ?? ownPath(config, address);
  const infos = await imageInfos(db, [...new Set(addresses.map(resolve).filter((address) => address !== ""))]);
  return (address) => (address === "" ? null : { src: resolve(address), ...infos.get(resolve(address)) });
}

/** An upload's address at UPLOAD_BASE_URL as its path here, where it is served with its sizes. */
function ownPath({ uploadBaseUrl }: Config, address: string): string {
  const start = `${uploadBaseUrl}/uploads/`;
  return uploadBaseUrl !== "" && address.startsWith(start) ? address.slice(uploadBaseUrl.length) : address;
}

/** The two states of a project's main picture. */
export const pairOf = ({ projectImage, drawnImage, seam }: ProjectHead, photo: PhotoOf): Pair => ({
  built: photo(projectImage),
  drawn: photo(drawnImage),
  seam,
});

export const pairAddresses = (projects: ProjectHead[]) =>
  projects.flatMap(({ projectImage, drawnImage }) => [projectImage, drawnImage]);

export const cardOf = (project: ProjectHead, place: number, photo: PhotoOf): ProjectCard => ({
  ...pairOf(project, photo),
  number: project.number,
  place,
  title: project.title,
  description: project.description,
  technology: technologies(project.technology),
});

/** The Tech Stack field is one text; a list shows its entries. */
export const technologies = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Where the seams of the built-in pictures lie in the frames that the pages give them: hero slides, and case 4 across About (design section 5). */
const builtInSeams: Record<string, Seam> = {
  "/pictures/01-learning-token-reward-hero-built.webp": { rest: 29.4, step: 8.4, mid: 56 },
  "/pictures/03-nft-floor-price-hero-built.webp": { rest: 25, step: 20.3, mid: 56 },
  "/pictures/06-mental-health-hero-built.webp": { rest: 16.5, step: 41, mid: 45 },
  "/pictures/04-startup-investor-built.webp": { rest: 43.5, step: 12.5, mid: 53.7 },
};

/** The pair of a picture that the site's own words name. */
export const builtInPair = (img: string, drawnImg: string, photo: PhotoOf): Pair => ({
  built: photo(img),
  drawn: photo(drawnImg),
  seam: builtInSeams[img] ?? null,
});
