import type { FormFields } from "#app/ui/admin/form/fields.ts";

/** The form of one detail section, used on its own screen and in the dialog. */
export const detailFields = {
  heading: { kind: "text", label: "Heading", required: true },
  description: { kind: "longText", label: "Description", rows: 9, formatted: true },
  img: {
    kind: "image",
    minWidth: 960,
    label: "Image",
    hint: "4:3, at least 960 px wide. PNG, JPEG, WebP, AVIF or GIF, at most 10 MB.",
  },
  imgAlt: { kind: "alt", of: "img", label: "Alt text" },
  imgFocus: {
    kind: "focalPoint",
    of: "img",
    label: "Focal point",
    frames: [
      { label: "Side and pair", ratio: 4 / 3, usual: "50% 50%" },
      { label: "Full", ratio: 16 / 9, usual: "50% 50%" },
      { label: "Close-up", ratio: 1, usual: "50% 50%", zoom: 1.7 },
    ],
  },
  layout: {
    kind: "choice",
    label: "Layout",
    options: [
      { value: "side", label: "Side: the picture beside the words" },
      { value: "full", label: "Full: the picture across the page" },
      { value: "pair", label: "Pair: two sections beside each other" },
      { value: "close-up", label: "Close-up: the middle of the picture, enlarged" },
    ],
  },
} as const satisfies FormFields;
