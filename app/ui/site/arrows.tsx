import { arrow, back } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./arrows.module.css";

/** Previous and next buttons of a carousel. Hidden without JavaScript, where the slides can be scrolled instead. */
export function Arrows({ onPrevious, onNext, controls }: { onPrevious(): void; onNext(): void; controls?: string }) {
  return (
    <div className={styles.arrows}>
      <button type="button" aria-label="Previous slide" aria-controls={controls} onClick={onPrevious}>
        <Icon of={back} />
      </button>
      <button type="button" aria-label="Next slide" aria-controls={controls} onClick={onNext}>
        <Icon of={arrow} />
      </button>
    </div>
  );
}
