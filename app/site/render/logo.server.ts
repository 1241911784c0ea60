import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import type { Deps } from "#app/platform/deps.ts";
import type { LogoPictures } from "#app/ui/logo.tsx";
import { copyOf, photosOf } from "./photos.server.ts";

/**
 * The uploaded logo at a size for the header, with its partner for dark areas; undefined if there is none, or its
 * picture is no longer stored.
 */
export async function logoPictures(
  deps: Pick<Deps, "db" | "pictures" | "config">,
  { logo, logoDark }: SiteContent["theme"],
): Promise<LogoPictures | undefined> {
  if (logo === "") return undefined;
  const photo = await photosOf(deps, [logo, logoDark]);
  const pictures = [photo(logo), photo(logoDark)].map((each) => {
    // Shown at most 180 px wide, so the smallest copy suffices for any screen.
    const { src, width, height } = each ? copyOf(each, 480) : {};
    return src && width && height ? { src, width, height } : undefined;
  });
  const [light, dark] = pictures;
  return light && (dark ? [light, dark] : [light]);
}
