import { arrow, back } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./arrows.module.css";

interface ArrowsProps {
  /** Without handlers the buttons state their step, for a carousel that needs no React. */
  onPrevious?(): void;
  onNext?(): void;
  controls?: string;
}

/** Previous and next buttons of a carousel. Hidden without JavaScript, where the slides can be scrolled instead. */
export function Arrows({ onPrevious, onNext, controls }: ArrowsProps) {
  const step = (by: number) => (onNext ? undefined : by);
  return (
    <div className={`needs-script ${styles.arrows}`}>
      <button
        type="button"
        data-step={step(-1)}
        aria-label="Previous slide"
        aria-controls={controls}
        onClick={onPrevious}
      >
        <Icon of={back} />
      </button>
      <button type="button" data-step={step(1)} aria-label="Next slide" aria-controls={controls} onClick={onNext}>
        <Icon of={arrow} />
      </button>
    </div>
  );
}
