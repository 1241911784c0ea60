import type { ReactNode } from "react";
import { CrossedBox } from "#app/ui/crossed-box.tsx";
import { cardCopies } from "#app/ui/picture.tsx";
import { SelectBox } from "../control/select-box.tsx";
import styles from "./card.module.css";
import { DraftMark } from "./draft-mark.tsx";
import { Grip } from "./sortable.tsx";

interface CardProps {
  /** Undefined: a card without a picture. "": an empty, crossed-out picture slot. */
  picture?: string;
  title: ReactNode;
  /** In the first row of a list: its picture is loaded at once. */
  isFirst?: boolean;
  /** Visitors do not see the entry. */
  isUnpublished?: boolean;
  menu: ReactNode;
  children?: ReactNode;
}

/** A managed entry in a list: picture, title, menu and details. */
export function Card({ picture, title, isFirst = false, isUnpublished = false, menu, children }: CardProps) {
  return (
    <article className={`framed lively ${styles.card}`}>
      {picture !== undefined && (
        <div className={styles.picture}>
          <CrossedBox />
          {picture && <CardPicture src={picture} isFirst={isFirst} />}
        </div>
      )}
      <div className={`wraps between ${styles.head}`}>
        <h2 className={styles.title}>{title}</h2>
        <div className={styles.menu}>
          <SelectBox />
          <Grip />
          {menu}
        </div>
      </div>
      <div className={`stack gap-10 ${styles.body}`}>
        <DraftMark isUnpublished={isUnpublished} />
        {children}
      </div>
    </article>
  );
}

function CardPicture({ src, isFirst }: { src: string; isFirst: boolean }) {
  const sizes = "(min-width: 992px) 30vw, 92vw";
  const copies = cardCopies(src);
  return (
    <picture>
      {copies && <source type="image/avif" srcSet={copies.avif} sizes={sizes} />}
      <img
        src={src}
        srcSet={copies?.webp}
        sizes={sizes}
        alt=""
        loading={isFirst ? undefined : "lazy"}
        fetchPriority={isFirst ? "high" : undefined}
        decoding={isFirst ? undefined : "async"}
      />
    </picture>
  );
}

/** Marks a sample entry that came with the product. */
export function SampleNote({ text }: { text: string }) {
  return <p className={`meta ${styles.sample}`}>{text}</p>;
}

/** Text clamped to two lines. */
export function Excerpt({ text }: { text: string }) {
  return (
    <p className={styles.excerpt} dir="auto">
      {text}
    </p>
  );
}

/** Short facts on one line, with a separator between them. */
export function Tags({ tags }: { tags: string[] }) {
  return (
    <ul className={`meta wraps gap-4-20 ${styles.tags}`}>
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  );
}
