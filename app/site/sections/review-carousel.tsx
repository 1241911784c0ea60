import { useEffect, useRef, useState } from "react";
import type { ReviewCard } from "#app/site/render/page-data.ts";
import { pause, play } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Arrows } from "#app/ui/site/arrows.tsx";
import { useSwipe } from "#app/ui/site/use-swipe.ts";
import styles from "./review-carousel.module.css";
import { useAutoplay } from "./use-autoplay.ts";
import { useRing } from "./use-ring.ts";

/** More would not stand on one line beside the buttons of a phone; a count takes their place. */
const mostDots = 8;

/** A looping carousel of reviews. Without JavaScript it is a scroll strip. */
export function ReviewCarousel({ reviews }: { reviews: ReviewCard[] }) {
  const ring = useRing(reviews.length);
  const { said, byHand } = useAnnouncement(ring.start, (index) => reviewAt(reviews, index));
  const autoplay = useAutoplay(() => byHand(false, () => ring.move(1)));
  const go = (by: number) => byHand(true, () => ring.move(by));
  const swipe = useSwipe(
    () => go(1),
    () => go(-1),
  );
  return (
    <div {...autoplay.hold}>
      <div
        ref={ring.view}
        id="reviews"
        className={ring.isHydrated ? `${styles.view} ${styles.hydrated}` : styles.view}
        data-count={reviews.length}
        aria-live={autoplay.isMoving ? "off" : "polite"}
        // Until it is hydrated it is a scroller, which has to be reachable by keyboard.
        tabIndex={ring.isHydrated ? undefined : 0}
        {...(reviews.length > 1 && swipe)}
      >
        <div ref={ring.track} className={styles.track}>
          {reviews.map((review, index) => (
            // biome-ignore lint/a11y/useSemanticElements: the ARIA carousel pattern requires role="group"
            <div
              key={review.slug}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${reviews.length}`}
              className={slideClass(reviews.length, ring.slotOf(index) - ring.ahead)}
              style={ring.isHydrated ? { order: ring.slotOf(index) } : undefined}
            >
              <Review {...review} isNear={ring.isHydrated} onOpen={autoplay.stop} />
            </div>
          ))}
        </div>
      </div>
      {reviews.length > 1 && (
        <div className={`cluster between needs-script no-print ${styles.controls}`} data-count={reviews.length}>
          {reviews.length <= mostDots ? (
            <Dots
              count={reviews.length}
              current={ring.start}
              onPick={(index) => byHand(true, () => ring.moveTo(index))}
            />
          ) : (
            <p className={styles.position} aria-hidden="true">
              {`${ring.start + 1} `}
              <span>{`/ ${reviews.length}`}</span>
            </p>
          )}
          <div className={`line ${styles.buttons}`}>
            <button type="button" className={`line ${styles.pause}`} onClick={autoplay.toggle}>
              <Icon of={autoplay.isOn ? pause : play} small />
              <span>{autoplay.isOn ? "Pause" : "Play"}</span>
            </button>
            <Arrows onPrevious={() => go(-1)} onNext={() => go(1)} controls="reviews" />
          </div>
        </div>
      )}
      <p className="vh" role="status">
        {said}
      </p>
    </div>
  );
}

/** The first one in view is being read; where three are all of them, each is. */
const slideClass = (count: number, place: number) =>
  count <= 3 || place === 0 ? styles.slide : `${styles.slide} ${place < 0 ? styles.leaving : styles.waiting}`;

/** Says the review that a visitor has moved to: only its place changes, of which browsers tell nothing. */
function useAnnouncement(current: number, words: (index: number) => string) {
  const isByHand = useRef(false);
  const [said, setSaid] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a movement is said
  useEffect(() => {
    if (isByHand.current) setSaid(words(current));
  }, [current]);
  const byHand = (is: boolean, move: () => void) => {
    isByHand.current = is;
    move();
  };
  return { said, byHand };
}

function reviewAt(reviews: ReviewCard[], index: number): string {
  const { feedback = "", fullName = "", company = "" } = reviews[index] ?? {};
  return `${index + 1} of ${reviews.length}: ${[feedback, fullName, company].filter(Boolean).join(" ")}`;
}

/**
 * After hydration all pictures load immediately, so that no slide comes in empty. Each is there twice, once for each of
 * its halves.
 */
function Review({
  fullName,
  company,
  feedback,
  profileImage,
  alt,
  isNear,
  onOpen,
}: ReviewCard & { isNear: boolean; onOpen(): void }) {
  const { text, isCut, isOpen, toggle } = useFold(onOpen);
  const fold = isOpen ? styles.open : isCut ? styles.cut : undefined;
  return (
    <figure className={styles.review}>
      <blockquote className={fold}>
        <p ref={text} dir="auto">
          {feedback}
        </p>
      </blockquote>
      {(isCut || isOpen) && (
        <button type="button" className={styles.more} aria-expanded={isOpen} onClick={toggle}>
          <span>{isOpen ? "Read less" : "Read more"}</span>
          <span className="vh">{` of the review by ${fullName}`}</span>
        </button>
      )}
      <figcaption>
        <span className={styles.avatar}>
          {[alt, ""].map((words, half) => (
            <img
              key={half === 0 ? "drawn" : "built"}
              src={profileImage.src}
              alt={words}
              width="56"
              height="56"
              loading={isNear ? "eager" : "lazy"}
              decoding="async"
            />
          ))}
        </span>
        <span>
          <b dir="auto">{fullName}</b>
          <span dir="auto">{company}</span>
        </span>
      </figcaption>
    </figure>
  );
}

/** Whether a text is cut after the lines that the style sheet allows it, and opening it. */
function useFold(onOpen: () => void) {
  const text = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const element = text.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  const toggle = () => {
    if (!isOpen) onOpen();
    setOpen(!isOpen);
  };
  return { text, isCut, isOpen, toggle };
}

function Dots({ count, current, onPick }: { count: number; current: number; onPick(index: number): void }) {
  return (
    <ul className={`wraps ${styles.dots}`}>
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <li key={index}>
          <button
            type="button"
            aria-label={`Review ${index + 1}`}
            aria-current={index === current || undefined}
            onClick={() => onPick(index)}
          />
        </li>
      ))}
    </ul>
  );
}
