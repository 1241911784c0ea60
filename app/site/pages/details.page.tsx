import caseStyles from "#app/features/project/case.site.module.css";
import { CaseOutcome, type CaseOutcomeProps } from "#app/features/project/case-outcome.tsx";
import { CaseFacts, CaseStory, type CaseStoryProps } from "#app/features/project/case-story.tsx";
import { type Block, DetailBlocks } from "#app/features/project/detail-block.tsx";
import { SeamSlider, type SeamSliderProps } from "#app/features/project/seam-slider.tsx";
import { TechnologyList } from "#app/features/project/technology-list.tsx";
import { arrow } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { NoBreakHyphens } from "#app/ui/no-break-hyphens.tsx";
import styles from "./details.module.css";

export interface DetailsProps {
  nextWord: string;
  /** Position in the portfolio, counted from one. */
  place: number;
  title: string;
  description: string;
  /** Shown below the title when there is no “What we did”. */
  technology: string[];
  next: { number: number; title: string } | undefined;
  picture: SeamSliderProps;
  story: CaseStoryProps & CaseOutcomeProps & { blocks: Block[] };
}

export default function DetailsPage({
  nextWord,
  place,
  title,
  description,
  technology,
  next,
  picture,
  story,
}: DetailsProps) {
  return (
    <>
      <article data-case="">
        <header className={`wrap stack ${styles.hero}`}>
          <p className={styles.number} data-part="number">
            {String(place).padStart(2, "0")}
          </p>
          <div className={styles.title}>
            <h1 className="h1" dir="auto" data-part="title">
              <NoBreakHyphens text={title} />
            </h1>
            {description && (
              <p className={`lead muted ${styles.lead}`} dir="auto">
                {description}
              </p>
            )}
            <TechnologyList entries={technology} />
          </div>
          <CaseFacts {...story} />
        </header>
        <SeamSlider {...picture} />
        <div className={caseStyles.case}>
          <CaseStory {...story} />
          <DetailBlocks blocks={story.blocks} />
          <CaseOutcome {...story} />
        </div>
      </article>
      {next ? (
        <nav className={`wrap ${styles.end}`} aria-label={nextWord}>
          <NextProject label={nextWord} {...next} />
        </nav>
      ) : (
        <div className={styles.end} />
      )}
    </>
  );
}

function NextProject({ label, number, title }: { label: string; number: number; title: string }) {
  return (
    <div className={`stack ${styles.next}`} data-card="">
      <span className="muted" aria-hidden="true">
        {label}
      </span>
      <a href={`/details/${number}`}>
        <span className="h2" dir="auto" data-part="title">
          <NoBreakHyphens text={title} />
        </span>
        <Icon of={arrow} />
      </a>
    </div>
  );
}
