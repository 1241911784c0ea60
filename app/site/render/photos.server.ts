import type { ProjectHead } from "#app/features/project/project.repository.server.ts";
import type { TeamMember } from "#app/features/team-member/team-member.type.ts";
import type { Member } from "#app/features/team-member/team-wall.tsx";
import { imageInfos } from "#app/features/upload/upload.repository.server.ts";
import type { Config } from "#app/platform/config.ts";
import type { Deps } from "#app/platform/deps.ts";
import { hashOfUpload, variantWidths } from "#app/shared/image-address.ts";
import { commaSeparated } from "#app/shared/text/comma-separated.ts";
import type { Seam } from "#app/ui/seam.ts";
import { drawingAt } from "./drawings.server.ts";
import type { Pair, Photo, ProjectCard } from "./page-data.ts";

export type PhotoOf = (address: string, focus?: string) => Photo | null;

/**
 * Looks up the sizes of all of a page's pictures in a single query, so that each is rendered with width and height.
 * Names of built-in pictures are resolved to their URLs.
 */
export async function photosOf(
  { db, pictures, config }: Pick<Deps, "db" | "pictures" | "config">,
  addresses: string[],
): Promise<PhotoOf> {
  const resolve = (address: string) => pictures.get(address) ?? ownPath(config, address);
  const infos = await imageInfos(db, [...new Set(addresses.map(resolve).filter((address) => address !== ""))]);
  return (address, focus) => {
    const src = resolve(address);
    const drawing = drawingAt(src);
    if (drawing) return { src: drawing.src, width: drawing.width, height: drawing.height, isDrawing: true };
    return src === "" ? null : { src, ...infos.get(src), ...(focus && { focus }) };
  };
}

/** Converts the URL of an upload at UPLOAD_BASE_URL to its path on this server, under which its size is stored. */
function ownPath({ uploadBaseUrl }: Config, address: string): string {
  const start = `${uploadBaseUrl}/uploads/`;
  return uploadBaseUrl !== "" && address.startsWith(start) ? address.slice(uploadBaseUrl.length) : address;
}

/**
 * A picture that is shown at most this wide: of a wider upload, its copy. Of an animation a copy that holds still, since
 * nothing pauses it there.
 */
export function copyOf(photo: Photo, most: (typeof variantWidths)[number]): Photo {
  const { isAnimated, ...still } = photo;
  const { width, height } = photo;
  if (!width || !height || !hashOfUpload(photo.src) || (width <= most && !isAnimated)) return photo;
  const copy = variantWidths.findLast((each) => each <= Math.min(width, most)) ?? variantWidths[0];
  return {
    ...still,
    src: photo.src.replace(/\.webp$/, `-${copy}.${isAnimated ? "avif" : "webp"}`),
    width: Math.min(copy, width),
    height: Math.max(1, Math.round(height * Math.min(1, copy / width))),
  };
}

/** The two states of a project's main picture. */
export const pairOf = (
  { projectImage, projectImageAlt, projectImageFocus, drawnImage, seam }: ProjectHead,
  photo: PhotoOf,
): Pair => ({
  built: photo(projectImage, projectImageFocus),
  drawn: photo(drawnImage),
  seam,
  ...(projectImageAlt !== null && { alt: projectImageAlt }),
});

export const pairAddresses = (projects: ProjectHead[]) =>
  projects.flatMap(({ projectImage, drawnImage }) => [projectImage, drawnImage]);

export const cardOf = (project: ProjectHead, place: number, photo: PhotoOf): ProjectCard => ({
  ...pairOf(project, photo),
  number: project.number,
  place,
  title: project.title,
  description: project.description,
  technology: commaSeparated(project.technology),
});

export const memberOf = (
  { slug, fullName, role, photo: address, photoAlt, photoFocus }: TeamMember,
  photo: PhotoOf,
): Member => ({ slug, fullName, role, photo: photo(address, photoFocus), alt: photoAlt ?? "" });

/**
 * Seams of the built-in pictures in the frames used on the pages: hero slides, and case study 4 on About (design
 * section 5).
 */
const builtInSeams: Record<string, Seam> = {
  "/pictures/01-learning-token-reward-hero-built.webp": { rest: 29.4, step: 8.4, mid: 56 },
  "/pictures/03-nft-floor-price-hero-built.webp": { rest: 25, step: 20.3, mid: 56 },
  "/pictures/06-mental-health-hero-built.webp": { rest: 16.5, step: 41, mid: 45 },
  "/pictures/04-startup-investor-built.webp": { rest: 43.5, step: 12.5, mid: 53.7 },
};

/** The pair of a picture named in the site content. */
export const builtInPair = (
  { img, imgFocus, drawnImg }: { img: string; imgFocus: string; drawnImg: string },
  photo: PhotoOf,
): Pair => ({
  built: photo(img, imgFocus),
  drawn: photo(drawnImg),
  seam: builtInSeams[img] ?? null,
});
