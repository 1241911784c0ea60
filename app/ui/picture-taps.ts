/**
 * Touch has no hover: a tap on a picture (meet.tsx) shows its built state; a second tap, or a touch elsewhere, ends it.
 * Not part of React, so that it answers before hydration. Links around a picture are followed.
 */
export function tapPicture({ target }: Event): void {
  const picture = target instanceof Element ? target.closest<HTMLElement>("[data-part=picture]:not(a *)") : null;
  if (picture && matchMedia("(hover: none)").matches) picture.toggleAttribute("data-shown");
}

/** Ends the built state of pictures outside of which a pointer was pressed. */
export function leavePictures({ target }: Event): void {
  for (const picture of document.querySelectorAll("[data-shown]"))
    if (!picture.contains(target as Node)) picture.removeAttribute("data-shown");
}
