export type Handlers = { [type: string]: (event: never) => void };

/** Calls the handlers, by event type, with the document's events from now on, and with those that came before. */
export function answerTo(handlers: Handlers): void {
  for (const type in handlers) document.addEventListener(type, handlers[type] as EventListener);
  for (const event of window.earlyEvents ?? []) handlers[event.type]?.(event as never);
}
