let waiting: HTMLElement | undefined;

/**
 * Takes the element that the program renders into out of the document as long as the document's own first screen
 * (first-paint.server.tsx) is there, so that nobody sees a screen that is not complete.
 */
export function renderBehindFirstPaint(root: HTMLElement): void {
  if (!document.getElementById("first-paint")) return;
  waiting = root;
  root.remove();
}

/** Puts the program's screen in the place of the document's first one. */
export function endFirstPaint(): void {
  if (!waiting) return;
  document.getElementById("first-paint")?.replaceWith(waiting);
  waiting = undefined;
}
