import { type FocusEvent, useEffect, useRef, useState } from "react";

// Every 2 seconds.
const everyMs = 2_000;

/** Calls `next` periodically while switched on and in view. Hover, focus, a hidden tab and reduced motion hold it. */
export function useAutoplay(next: () => void) {
  const latest = useRef(next);
  latest.current = next;
  const [isOn, setOn] = useState(true);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isAllowed, setAllowed] = useState(false);
  const [isSeen, setSeen] = useState(false);
  const isMoving = isOn && isAllowed && isSeen && !isPointed && !isFocused;
  const held = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // Hover and focus that began before hydration fire no events.
    setPointed(held.current?.matches(":hover") ?? false);
    setFocused(held.current?.contains(document.activeElement) ?? false);
    const reduced = matchMedia("(prefers-reduced-motion: reduce)");
    const look = () => setAllowed(!reduced.matches && document.visibilityState === "visible");
    look();
    reduced.addEventListener("change", look);
    document.addEventListener("visibilitychange", look);
    const seen = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? false));
    if (held.current) seen.observe(held.current);
    return () => {
      seen.disconnect();
      reduced.removeEventListener("change", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);

  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => latest.current(), everyMs);
    return () => clearInterval(timer);
  }, [isMoving]);

  return {
    isOn,
    isMoving,
    toggle: () => setOn((now) => !now),
    stop: () => setOn(false),
    hold: {
      ref: held,
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: (event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget)),
    },
  };
}
