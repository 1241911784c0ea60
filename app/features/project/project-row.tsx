import { arrow } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Meet } from "#app/ui/meet.tsx";
import { NoBreakHyphens } from "#app/ui/no-break-hyphens.tsx";
import type { Photo } from "#app/ui/picture.tsx";
import type { Seam } from "#app/ui/seam.ts";
import styles from "./project-row.site.module.css";
import { TechnologyList } from "./technology-list.tsx";

interface ProjectRowProps {
  /** The permanent number in its URL. */
  number: number;
  /** Its position in the portfolio, counted from 1. */
  place: number;
  title: string;
  description: string;
  technology: string[];
  built: Photo | null;
  drawn: Photo | null;
  seam: Seam | null;
  /** Replaces the usual alternative text. */
  alt?: string;
  /** Whether it is visible without scrolling. */
  eager: boolean;
  /** Position of the picture on wide screens: the `class` of a case study. */
  side: "left" | "right";
}

/** A project in the portfolio: the picture in eight columns, the text in four. */
export function ProjectRow({
  number,
  place,
  title,
  description,
  technology,
  built,
  drawn,
  seam,
  alt = `${title}, finished screen`,
  eager,
  side,
}: ProjectRowProps) {
  return (
    <article className={`stack ${styles.row} ${styles[side]}`} data-card>
      <Meet
        className={styles.picture}
        built={built}
        drawn={drawn}
        seam={seam}
        alt={alt}
        sizes={pictureSizes}
        eager={eager}
      />
      <div className={styles.words}>
        <p className={styles.place} data-part="number">
          {String(place).padStart(2, "0")}
        </p>
        <h2 className="h3" dir="auto" data-part="title">
          <NoBreakHyphens text={title} />
        </h2>
        <p className={styles.text} dir="auto">
          {description}
        </p>
        <TechnologyList entries={technology} />
        <a className={styles.link} href={`/details/${number}`} aria-label={`See the project: ${title}`}>
          See the project <Icon of={arrow} small />
        </a>
      </div>
    </article>
  );
}

/** Eight of twelve columns from 992 px, some of them to the edge; otherwise the full width within the gutters. */
const pictureSizes = "(min-width: 992px) 62vw, 88vw";
