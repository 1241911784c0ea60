import { DetailBlock } from "#app/features/project/detail-block.tsx";
import { SeamSlider } from "#app/features/project/seam-slider.tsx";
import { TechnologyList } from "#app/features/project/technology-list.tsx";
import type { Pair, Photo } from "#app/site/render/page-data.ts";
import { arrow } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { WholeWords } from "#app/ui/whole-words.tsx";
import styles from "./details.module.css";

export interface DetailsProps extends Pair {
  words: { did: string; drawn: string; built: string; next: string };
  /** Place in the portfolio, counted from one. */
  place: number;
  title: string;
  description: string;
  technology: string[];
  whatWeDid: string;
  blocks: { id: string; heading: string; text: string; photo: Photo | null }[];
  next: { number: number; title: string } | undefined;
}

export default function DetailsPage({
  words,
  place,
  title,
  description,
  technology,
  whatWeDid,
  blocks,
  next,
  ...pair
}: DetailsProps) {
  return (
    <>
      <article data-case="">
        <header className={`wrap ${styles.hero}`}>
          <p className={styles.number} data-part="number">
            {String(place).padStart(2, "0")}
          </p>
          <div className={styles.title}>
            <h1 className="h1" dir="auto" data-part="title">
              <WholeWords text={title} />
            </h1>
            {description && (
              <p className={`lead muted ${styles.lead}`} dir="auto">
                {description}
              </p>
            )}
            {!whatWeDid && <TechnologyList entries={technology} />}
          </div>
        </header>
        <SeamSlider {...pair} alt={`${title}, finished screen`} labels={[words.drawn, words.built]} />
        {whatWeDid && <WhatWeDid heading={words.did} text={whatWeDid} technology={technology} />}
        {blocks.length > 0 && (
          <ul className={`wrap ${styles.blocks}`} role="list">
            {blocks.map(({ id, ...block }, index) => (
              <li key={id}>
                <DetailBlock {...block} side={index % 2 === 0 ? "left" : "right"} />
              </li>
            ))}
          </ul>
        )}
      </article>
      <nav className={`wrap ${styles.end}`} aria-label={words.next}>
        {next && <NextProject label={words.next} {...next} />}
      </nav>
    </>
  );
}

function WhatWeDid({ heading, text, technology }: { heading: string; text: string; technology: string[] }) {
  return (
    <section className={`section wrap split ${styles.did}`}>
      <div>
        <h2 className="h3">{heading}</h2>
        <ul className={`small ${styles.dashes}`} role="list" aria-label="Technology">
          {technology.map((entry) => (
            <li key={entry}>{entry}</li>
          ))}
        </ul>
      </div>
      <p className={styles.story} dir="auto">
        {text}
      </p>
    </section>
  );
}

function NextProject({ label, number, title }: { label: string; number: number; title: string }) {
  return (
    <div className={styles.next} data-card="">
      <span className="muted" aria-hidden="true">
        {label}
      </span>
      <a href={`/details/${number}`}>
        <span className="h2" dir="auto" data-part="title">
          <WholeWords text={title} />
        </span>
        <Icon of={arrow} />
      </a>
    </div>
  );
}
