import type { ComponentProps } from "react";
import type { HeroSlide } from "#app/features/site-content/defaults/site-content.ts";
import type { Pair } from "#app/site/render/page-data.ts";
import { Meet } from "#app/ui/meet.tsx";
import { seamClass, usualSeam } from "#app/ui/seam.ts";
import { Arrows } from "#app/ui/site/arrows.tsx";
import { DrawnHeading } from "#app/ui/site/drawn-heading.tsx";
import { QuoteButton } from "#app/ui/site/quote-button.tsx";
import { SeamGrip, seamSlider } from "#app/ui/site/seam-grip.tsx";
import styles from "./hero-carousel.module.css";

export type HeroPicture = Pick<HeroSlide, "imgText"> & Pair;

export interface HeroCarouselProps {
  slides: HeroSlide[];
  /** In the order of the slides. */
  pictures: HeroPicture[];
  /** What is left and right of a picture's seam. */
  seamLabels: [drawn: string, built: string];
}

/**
 * Moved by site/hydration/hero-slides.ts, without React, so that a visitor's first press is answered before React has
 * arrived. The first slide is part of the initial page. The others are in a noscript element (shown as a strip to scroll
 * there), which the script unpacks, so that their pictures are not downloaded before the first sign of interest.
 */
export function HeroCarousel({ slides, pictures, seamLabels }: HeroCarouselProps) {
  const slide = (index: number) => <Slide key={index} {...{ slides, pictures, seamLabels, index }} />;
  return (
    <section className={styles.hero} aria-roledescription="carousel" aria-label="What we do">
      <div id="hero-slides" className={styles.slides} aria-live="polite">
        {slide(0)}
        <noscript>{slides.map((_, index) => index > 0 && slide(index))}</noscript>
      </div>
      {slides.length > 1 && (
        <div className={`wrap ${styles.controls}`}>
          <div>
            <Arrows controls="hero-slides" />
          </div>
        </div>
      )}
    </section>
  );
}

function Slide({ slides, pictures, seamLabels, index }: HeroCarouselProps & { index: number }) {
  const slide = slides[index];
  const picture = pictures[index];
  if (!slide) return null;
  const isFirst = index === 0;
  const seam = picture?.seam ?? usualSeam;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the ARIA carousel pattern requires role="group"
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${slides.length}`}
      className={`${styles.slide} ${seamClass(seam)}`}
      data-current={isFirst ? "" : undefined}
      data-seam=""
    >
      <div className={`wrap ${styles.frame}`}>
        <div className={styles.text}>
          <div className={`stack ${styles.words}`}>
            <div>
              {/* The script makes the visible slide's heading the page's only one of the first level. */}
              <DrawnHeading
                as={isFirst ? "h1" : "p"}
                data-heading=""
                className={`display ${styles.heading}`}
                text={slide.mainHeading}
                isRuled
              />
              {slide.mainDesc && <p className="lead">{slide.mainDesc}</p>}
            </div>
            <Copy of={slide} className={styles.copy} heading={`display ${styles.outlined}`} data-copy="" />
            {slides.map(
              (other, place) =>
                // biome-ignore lint/suspicious/noArrayIndexKey: slides have no identity but their index and never move
                other !== slide && <Copy key={place} of={other} className={styles.space} />,
            )}
          </div>
          <div className={styles.action}>
            <QuoteButton label="Start Building" />
            <span className={styles.outline} aria-hidden="true">
              <span data-words="Start Building" />
              <i />
            </span>
          </div>
        </div>
        {picture && (
          <Meet
            {...picture}
            alt={picture.imgText}
            sizes="(min-width: 768px) 61vw, (max-width: 575px) 88vw, 100vw"
            eager={isFirst}
            inView={false}
            still
            opens={isFirst}
            className={styles.art}
          >
            <SeamGrip labels={seamLabels} {...seamSlider(seamLabels, Math.round(seam.rest))} />
          </Meet>
        )}
        <div className={`line ${styles.bar}`}>
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

/** A slide's words to be looked at only. Those of the others keep the button below in place when slides change. */
function Copy({ of, heading = "display", ...rest }: { of: HeroSlide; heading?: string } & ComponentProps<"div">) {
  return (
    <div {...rest} aria-hidden="true">
      <DrawnHeading as="p" className={heading} text={of.mainHeading} isRuled isSpace />
      {of.mainDesc && (
        <p className="lead">
          <span data-words={of.mainDesc} />
        </p>
      )}
    </div>
  );
}
