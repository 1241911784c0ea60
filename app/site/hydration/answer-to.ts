export type Handlers = { [type: string]: (event: never) => void };

/**
 * Calls the handlers, by event type, with the document's events from now on, and with those that came before. Not with
 * those that extensions fire at the document itself, which is no element.
 */
export function answerTo(handlers: Handlers): void {
  const answer = (event: Event) => event.target instanceof Element && handlers[event.type]?.(event as never);
  for (const type in handlers) document.addEventListener(type, answer);
  for (const event of window.earlyEvents ?? []) answer(event);
}
