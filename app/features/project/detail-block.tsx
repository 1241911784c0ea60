import { FormattedText } from "#app/ui/formatted-text.tsx";
import { type Photo, Picture } from "#app/ui/picture.tsx";
import styles from "./case.site.module.css";
import type { DetailLayout } from "./project.contract.ts";

export interface Block {
  id: string;
  heading: string;
  text: string;
  photo: Photo | null;
  alt: string;
  layout: DetailLayout;
}

type Side = "left" | "right";

/**
 * On which side the picture of each block is, alternating. Of blocks in pairs, the
 * first is left and the second right; so a picture beside its text is opposite of the one before it, or, as the first,
 * of the pair that follows. Blocks without a picture and those across the page do not count.
 */
function sidesOf(blocks: Block[]): Side[] {
  let last: Side | undefined;
  let inPair: Side | undefined;
  return blocks.map(({ layout, photo }, place) => {
    if (layout === "pair") inPair = inPair === "left" ? "right" : "left";
    else inPair = undefined;
    const opensPair = last === undefined && blocks[place + 1]?.layout === "pair";
    const side = inPair ?? (last === "left" || opensPair ? "right" : "left");
    if (photo && layout !== "full") last = side;
    return side;
  });
}

/** The details of a project, each in its layout. */
export function DetailBlocks({ blocks }: { blocks: Block[] }) {
  if (blocks.length === 0) return null;
  const sides = sidesOf(blocks);
  return (
    <ul className={`far wrap stack ${styles.blocks}`} role="list">
      {blocks.map(({ id, ...block }, place) => (
        <li key={id} className={block.layout === "pair" ? styles.half : undefined}>
          <DetailBlock {...block} side={sides[place]} />
        </li>
      ))}
    </ul>
  );
}

const layouts: Record<DetailLayout, string | undefined> = {
  side: styles.side,
  full: styles.full,
  pair: "",
  "close-up": `${styles.side} ${styles.close}`,
};

const sizes: Record<DetailLayout, string> = {
  // The widest, which reaches to the edge of the window.
  side: "(min-width: 992px) 57vw, 88vw",
  full: "(min-width: 1440px) 1320px, 92vw",
  pair: "(min-width: 1440px) 650px, (min-width: 768px) 46vw, 88vw",
  // Enlarged, the picture is larger than its frame.
  "close-up": "(min-width: 992px) 80vw, 160vw",
};

/** One detail of a project. Without a picture its words take their place alone. */
function DetailBlock({ heading, text, photo, alt, layout, side }: Omit<Block, "id"> & { side: Side | undefined }) {
  return (
    <section
      className={`stack ${styles.block} ${photo ? `${layouts[layout]} ${side === "right" ? styles.right : styles.left}` : styles.alone}`}
    >
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
