import { type KeyboardEvent, type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { HeroSlide } from "#app/features/site-content/defaults/site-content.ts";
import type { HomeProps } from "#app/site/render/page-data.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { Meet } from "#app/ui/meet.tsx";
import { Arrows } from "#app/ui/site/arrows.tsx";
import { DrawnHeading } from "#app/ui/site/drawn-heading.tsx";
import { useSwipe } from "#app/ui/site/use-swipe.ts";
import styles from "./hero-carousel.module.css";

interface HeroCarouselProps {
  slides: HeroSlide[];
  pictures: HomeProps["hero"];
}

/**
 * The first slide is part of the initial page. The others are in a noscript element (shown as a scroll strip there) and
 * are rendered by the script at the first sign of interest, so that their pictures are not downloaded before.
 */
export function HeroCarousel({ slides, pictures }: HeroCarouselProps) {
  const { current, isHydrated, isWarm, hasMoved, warm, move } = useSlides(slides.length);
  const swipe = useSwipe(
    () => move(1),
    () => move(-1),
  );
  const section = useRef<HTMLElement>(null);
  const keys = (event: KeyboardEvent) => {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    const wasInSlide = (event.target as Element).closest("[role=group]") !== null;
    flushSync(() => move(event.key === "ArrowRight" ? 1 : -1));
    // The slide that had focus is inert now: move focus to the link of the new slide.
    if (wasInSlide)
      section.current?.querySelector<HTMLElement>("[role=group]:not([inert]) a")?.focus({ preventScroll: true });
  };
  const slide = (index: number, part: { isCurrent: boolean; action?: ReactNode }) => (
    <Slide key={index} slides={slides} index={index} picture={pictures[index]} {...part} />
  );
  const rest = slides.map((_, index) => index).slice(1);
  return (
    <section
      ref={section}
      className={styles.hero}
      aria-roledescription="carousel"
      aria-label="What we do"
      data-replay=""
      onKeyDown={keys}
      onPointerEnter={warm}
      onFocus={warm}
      {...swipe}
    >
      <div
        id="hero-slides"
        className={hasMoved ? `${styles.slides} ${styles.stacked}` : styles.slides}
        aria-live="polite"
      >
        {slide(0, { isCurrent: current === 0, action: <StartBuilding /> })}
        {isWarm && rest.map((index) => slide(index, { isCurrent: current === index, action: <StartBuilding /> }))}
        {!isHydrated && <noscript>{rest.map((index) => slide(index, { isCurrent: true }))}</noscript>}
      </div>
      {slides.length > 1 && (
        <div className={`wrap ${styles.controls}`}>
          <div>
            <Arrows onPrevious={() => move(-1)} onNext={() => move(1)} controls="hero-slides" />
          </div>
        </div>
      )}
    </section>
  );
}

/** State of the slides; wraps at both ends (spec §4). */
function useSlides(count: number) {
  const [current, setCurrent] = useState(0);
  const [isHydrated, setHydrated] = useState(false);
  const [isWarm, setWarm] = useState(false);
  const [hasMoved, setMoved] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  const move = (by: number) => {
    setWarm(true);
    setMoved(true);
    setCurrent((now) => (now + by + count) % count);
  };
  return { current, isHydrated, isWarm, hasMoved, move, warm: () => setWarm(true) };
}

interface SlideProps {
  slides: HeroSlide[];
  index: number;
  picture: HomeProps["hero"][number] | undefined;
  isCurrent: boolean;
  action?: ReactNode;
}

function Slide({ slides, index, picture, isCurrent, action }: SlideProps) {
  const slide = slides[index];
  if (!slide) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the ARIA carousel pattern requires role="group"
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${slides.length}`}
      className={isCurrent ? `${styles.slide} ${styles.current}` : styles.slide}
      inert={!isCurrent}
    >
      <div className={`wrap ${styles.frame}`}>
        <div className={styles.text}>
          <div className={styles.words}>
            <div>
              {/* The heading of the visible slide is the page's only h1. */}
              <DrawnHeading
                as={isCurrent && action ? "h1" : "p"}
                className={`display ${styles.heading}`}
                text={slide.mainHeading}
                isRuled
              />
              {slide.mainDesc && <p className="lead">{slide.mainDesc}</p>}
            </div>
            {action &&
              slides
                .map((_, place) => place)
                .filter((place) => place !== index)
                .map((place) => <Space key={place} of={slides[place]} />)}
          </div>
          {action}
        </div>
        {picture && (
          <Meet
            {...picture}
            alt={picture.imgText}
            sizes="(min-width: 992px) 61vw, (max-width: 575px) 88vw, 100vw"
            eager={index === 0}
            isBuilt={action ? isCurrent : undefined}
            className={styles.art}
          />
        )}
        <div className={styles.bar}>
          {slide.count && (
            <p className={styles.count}>
              {slide.count} <span>/ {String(slides.length).padStart(2, "0")}</span>
            </p>
          )}
          {(slide.smHeading || slide.smDesc) && (
            <p className={styles.about}>
              {slide.smHeading && <b>{slide.smHeading}</b>}
              {slide.smDesc && <span className="muted">{slide.smDesc}</span>}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

/** The space of another slide's words, so that the button below them stays in place when slides change. */
function Space({ of }: { of: HeroSlide | undefined }) {
  if (!of) return null;
  const { mainHeading, mainDesc } = of;
  return (
    <div className={styles.space} aria-hidden="true">
      <DrawnHeading as="p" className="display" text={mainHeading} isRuled isSpace />
      {mainDesc && (
        <p className="lead">
          <span data-words={mainDesc} />
        </p>
      )}
    </div>
  );
}

function StartBuilding() {
  return (
    <LinkButton className={styles.action} label="Start Building" href="#quote" role="button" aria-haspopup="dialog" />
  );
}
