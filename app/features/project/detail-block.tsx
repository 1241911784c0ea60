import { type Photo, Picture } from "#app/ui/picture.tsx";
import styles from "./detail-block.module.css";

interface DetailBlockProps {
  heading: string;
  text: string;
  photo: Photo | null;
  /** Where the picture stands on wide screens. */
  side: "left" | "right";
}

/** One detail of a project. Without a picture its words take their place alone. */
export function DetailBlock({ heading, text, photo, side }: DetailBlockProps) {
  return (
    <section className={`${styles.block} ${photo ? styles[side] : styles.alone}`}>
      {photo && (
        <div className={styles.crop}>
          <Picture photo={photo} alt={heading} sizes="(min-width: 1440px) 760px, (min-width: 992px) 54vw, 88vw" />
        </div>
      )}
      <div className={styles.words}>
        <h2 className="h3" dir="auto">
          {heading}
        </h2>
        {text && (
          <p className={styles.text} dir="auto">
            {text}
          </p>
        )}
      </div>
    </section>
  );
}
