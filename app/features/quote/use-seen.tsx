import { useCallback, useEffect, useRef } from "react";

/** So long has an entry to stand in the window to count as looked at. */
const lookMs = 2_000;

/** Tells once of each entry that somebody has looked at: it stood in a visible window for two seconds. */
export function useSeen(onSeen: (slug: string) => void) {
  const latest = useRef(onSeen);
  latest.current = onSeen;
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  /** Told already, or put back to unread by hand: that stands until the screen is opened anew. */
  const done = useRef(new Set<string>());
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running.values()) clearTimeout(timer);
    };
  }, []);
  /** For the element that has to be seen; call what it returns when it goes. */
  const watch = useCallback((element: Element, slug: string) => {
    const stop = () => {
      clearTimeout(timers.current.get(slug));
      timers.current.delete(slug);
    };
    const look = () => {
      timers.current.delete(slug);
      if (document.visibilityState !== "visible" || done.current.has(slug)) return;
      done.current.add(slug);
      latest.current(slug);
    };
    const observer = new IntersectionObserver(([entry]) => {
      stop();
      if (entry?.isIntersecting && !done.current.has(slug)) timers.current.set(slug, setTimeout(look, lookMs));
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      stop();
    };
  }, []);
  return { watch, leave: (slug: string) => void done.current.add(slug) };
}
