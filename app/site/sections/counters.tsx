import { useEffect, useRef } from "react";
import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import styles from "./counters.module.css";

/** Three figures on guide lines. */
export function Counters({ figures }: { figures: SiteContent["figures"] }) {
  return (
    <section className="section section--joined">
      <div className="wrap">
        <ul className={styles.counters} data-hydrate-in-view="">
          {Object.values(figures).map(({ value, label }) => (
            <li key={label} className={styles.counter}>
              <Figure value={value} />
              <p>{label}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

// Spec §9: the counters animate for 3 seconds.
const countMs = 3_000;

/**
 * The HTML contains the final number. It counts up once, when first seen; assistive technology always gets the final
 * number.
 */
function Figure({ value }: { value: number }) {
  const figure = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = figure.current;
    const number = element?.firstChild;
    if (!element || !number || !("IntersectionObserver" in window)) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let frame = 0;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        speak(element, `${value}+`);
        const start = performance.now();
        const step = (now: number) => {
          const part = Math.min(1, (now - start) / countMs);
          number.nodeValue = String(Math.round(value * easeOut(part)));
          if (part < 1) frame = requestAnimationFrame(step);
          else speak(element, null);
        };
        step(start);
      },
      { threshold: 0.4 },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      number.nodeValue = String(value);
      speak(element, null);
    };
  }, [value]);
  return (
    <b ref={figure} className={styles.figure}>
      {value}
      {/* With increased letter spacing (WCAG 1.4.12) the plus wraps instead of overflowing the page. */}
      <wbr />
      <i>+</i>
    </b>
  );
}

/** Gives the figure an accessible name while it counts: the final number. `null` removes it. */
function speak(element: HTMLElement, label: string | null) {
  if (label === null) {
    element.removeAttribute("role");
    element.removeAttribute("aria-label");
  } else {
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", label);
  }
}

const easeOut = (part: number) => 1 - (1 - part) ** 3;
