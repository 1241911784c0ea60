import { useRef } from "react";
import { Link } from "react-router";
import { ActionButton } from "#app/ui/admin/action-button.tsx";
import { Time } from "#app/ui/admin/inbox.tsx";
import { trash, upload } from "#app/ui/glyphs.ts";
import { cardCopies } from "#app/ui/picture.tsx";
import type { StoredPicture } from "./picture.contract.ts";
import styles from "./picture-row.module.css";

interface PictureRowProps {
  picture: StoredPicture;
  /** Whether it is being replaced. */
  isBusy: boolean;
  onReplace: (file: File) => void;
  onDelete: () => void;
}

/** Pictures have no name of their own. */
export const nameOf = ({ width, height }: StoredPicture): string =>
  `Picture of ${width.toLocaleString("en-GB")} × ${height.toLocaleString("en-GB")} px`;

export const places = (count: number): string => (count === 1 ? "1 place" : `${count.toLocaleString("en-GB")} places`);

/** Places shown at first; the rest are collapsed. */
const maxShown = 3;

export function PictureRow({ picture, isBusy, onReplace, onDelete }: PictureRowProps) {
  const { hash, url, size, createdAt, isBuiltIn, uses, eraseAt } = picture;
  const chooser = useRef<HTMLInputElement>(null);
  const headingId = `picture-${hash}`;
  const usedId = `picture-uses-${hash}`;
  const copies = cardCopies(url);
  const lines = uses.map(({ key, label, path, isTrashed }) => (
    <li key={key}>
      <Link to={path}>{label}</Link>
      {isTrashed && " (in the trash)"}
    </li>
  ));
  return (
    <article className={styles.row} aria-busy={isBusy || undefined}>
      <img className={styles.image} src={url} srcSet={copies?.webp} sizes="144px" alt="" loading="lazy" />
      <div className={styles.what}>
        <h2 id={headingId} className={styles.title}>
          {nameOf(picture)}
        </h2>
        <p className={styles.meta}>
          {sizeOf(size)}, {isBuiltIn ? "comes with the site" : <Uploaded at={createdAt} />}
        </p>
        {eraseAt && (
          <p className={styles.meta}>
            Not used, deleted <Time at={eraseAt} />
          </p>
        )}
        {uses.length > 0 && (
          <>
            <p id={usedId} className={styles.meta}>
              Used in {places(uses.length)}
              {!isBuiltIn && ", so it cannot be deleted"}
            </p>
            <ul className={styles.uses} aria-label="Used in">
              {lines.slice(0, maxShown)}
            </ul>
          </>
        )}
        {uses.length > maxShown && (
          <details className={styles.uses}>
            <summary>{uses.length - maxShown} more</summary>
            <ul aria-label="Also used in">{lines.slice(maxShown)}</ul>
          </details>
        )}
      </div>
      <div className={styles.actions}>
        <input
          ref={chooser}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
          aria-label={`Replace ${nameOf(picture)}`}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = "";
            if (file) onReplace(file);
          }}
        />
        {uses.length > 0 && (
          <ActionButton
            glyph={upload}
            label="Replace"
            of={headingId}
            disabled={isBusy}
            onClick={() => chooser.current?.click()}
          />
        )}
        {!isBuiltIn && (
          <ActionButton
            glyph={trash}
            label="Delete"
            of={headingId}
            isDanger
            disabled={isBusy}
            refusedBy={uses.length > 0 ? usedId : undefined}
            onClick={onDelete}
          />
        )}
      </div>
    </article>
  );
}

const Uploaded = ({ at }: { at: string }) => (
  <>
    uploaded <Time at={at} />
  </>
);

const sizeOf = (bytes: number) =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1_000)).toLocaleString("en-GB")} KB`
    : `${(bytes / 1_000_000).toLocaleString("en-GB", { maximumFractionDigits: 1 })} MB`;
