import { FormattedText } from "#app/ui/formatted-text.tsx";
import { type Photo, Picture } from "#app/ui/picture.tsx";
import styles from "./case.module.css";
import type { DetailLayout } from "./project.contract.ts";

export interface Block {
  id: string;
  heading: string;
  text: string;
  photo: Photo | null;
  alt: string;
  layout: DetailLayout;
}

/** The details of a project, each in its layout. Pictures beside their text alternate between left and right. */
export function DetailBlocks({ blocks }: { blocks: Block[] }) {
  if (blocks.length === 0) return null;
  let turns = 0;
  return (
    <ul className={`far wrap ${styles.blocks}`} role="list">
      {blocks.map(({ id, ...block }) => {
        const isBeside = block.layout === "side" || block.layout === "close-up";
        const turn = isBeside && turns++ % 2 === 1 ? styles.right : styles.left;
        return (
          <li key={id} className={block.layout === "pair" ? styles.half : undefined}>
            <DetailBlock {...block} turn={turn} />
          </li>
        );
      })}
    </ul>
  );
}

const layouts: Record<DetailLayout, string | undefined> = {
  side: styles.side,
  full: styles.full,
  pair: styles.pair,
  "close-up": `${styles.side} ${styles.close}`,
};

const sizes: Record<DetailLayout, string> = {
  side: "(min-width: 1440px) 760px, (min-width: 992px) 54vw, 88vw",
  full: "(min-width: 1440px) 1320px, 92vw",
  pair: "(min-width: 1440px) 650px, (min-width: 768px) 46vw, 88vw",
  // Enlarged, the picture is larger than its frame.
  "close-up": "(min-width: 992px) 80vw, 160vw",
};

/** One detail of a project. Without a picture its words take their place alone. */
function DetailBlock({ heading, text, photo, alt, layout, turn }: Omit<Block, "id"> & { turn: string | undefined }) {
  return (
    <section className={`${styles.block} ${photo ? `${layouts[layout]} ${turn}` : styles.alone}`}>
      {photo && (
        <div className={styles.crop}>
          <Picture photo={photo} alt={alt} sizes={sizes[layout]} />
        </div>
      )}
      <div className={styles.said}>
        <h2 className="h3" dir="auto">
          {heading}
        </h2>
        {text && <FormattedText text={text} className={styles.text} />}
      </div>
    </section>
  );
}
