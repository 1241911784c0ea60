import { addLink } from "./add-link.ts";

/**
 * Adds the rules that the document as sent has no use for, and what scripts show may need (docs/decisions/0067). In
 * development the document links them all.
 */
export async function addLateStyle(): Promise<void> {
  const { lateStyle: href } = document.documentElement.dataset;
  if (!href) return;
  await new Promise((onload, onerror) => addLink({ rel: "stylesheet", href, onload, onerror }));
}
