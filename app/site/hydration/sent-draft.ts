import { dropDraft } from "#app/browser/visitor-draft.ts";

/**
 * On the page of a message that has been sent: the form's script, if it kept a draft before the browser sent the message,
 * has not learnt of it.
 */
export function dropDraftOfSentMessage(): void {
  const [, page, form] = location.pathname.split("/");
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // Back or a reload may come after another message was begun.
  if (page === "sent" && form && navigation?.type === "navigate") dropDraft(form);
}
