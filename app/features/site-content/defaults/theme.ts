import { colour } from "./site-text.ts";

/** The colours of the design. All others are fixed, or derived from these (app/shared/theme.ts). */
export const theme = {
  pencil: colour("pencil"),
  pencilDark: colour("pencilDark", { label: "Pencil, dark" }),
  bottle: colour("bottle"),
  bottleDark: colour("bottleDark", { label: "Bottle, dark" }),
};
