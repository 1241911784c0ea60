import { type FocusEvent, useEffect, useRef, useState } from "react";

// Spec §9: every 2 seconds.
const everyMs = 2_000;

/** Calls `next` again and again, while it is on and in view and nothing holds it: a pointer, the focus, a hidden tab, reduced motion. */
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
    // What came to rest on it before the page was hydrated is not told again.
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
    hold: {
      ref: held,
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: (event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget)),
    },
  };
}
