import { builtInTheme, pencilsOf, type Theme } from "./theme.ts";

const colours = /^\/art\/[0-9a-f]{6}-[0-9a-f]{6}\//;

/** Whether an address is that of a built-in picture of a service, in any colours. It also has a state `#drawn`. */
export const isServicePicture = (address: string) => address.replace(colours, "/art/").startsWith("/art/services/");

/** The built-in picture of a review without one of its own, by its place from 0. */
export const reviewAvatar = (place: number) => `/art/avatars/review-${(place % 5) + 1}.svg`;

/**
 * Changes the address of a built-in picture of a service or a review to that of the same picture in the theme's
 * colours. The address contains them, so the picture at it never changes; with the built-in colours it is the file of
 * the build. Other addresses stay as they are.
 */
export function inThemeColours(theme: Theme): (address: string) => string {
  const { onGround, onSolid } = pencilsOf(theme);
  return (address) =>
    address
      .replace(/^\/art\/(?=services\/)/, `/art/${versionOf(onSolid)}`)
      .replace(/^\/art\/(?=avatars\/)/, `/art/${versionOf(onGround)}`);
}

function versionOf({ light, dark }: { light: string; dark: string }): string {
  const isBuiltIn = light === builtInTheme.pencil && dark === builtInTheme.pencilDark;
  return isBuiltIn ? "" : `${light.slice(1)}-${dark.slice(1)}/`;
}

/** The address that an editor knows the picture by. */
export const withoutThemeColours = (address: string) => address.replace(colours, "/art/");
