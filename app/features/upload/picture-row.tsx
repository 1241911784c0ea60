import { useRef } from "react";
import { Link } from "react-router";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { Time } from "#app/ui/admin/inbox/inbox.tsx";
import { uploadTypes } from "#app/ui/admin/picture/image-upload.ts";
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

/** Such as: 900 × 600 px, 12 KB. */
export const measuresOf = ({ width, height, size }: StoredPicture): string =>
  `${width.toLocaleString("en-GB")} × ${height.toLocaleString("en-GB")} px, ${sizeOf(size)}`;

export const places = (count: number): string => (count === 1 ? "1 place" : `${count.toLocaleString("en-GB")} places`);

/** Places shown at first; the rest are collapsed. */
const maxShown = 3;

/** A stored picture in the list: where it is used, and the buttons that replace and delete it. */
export function PictureRow(props: PictureRowProps) {
  const { picture, isBusy } = props;
  const { url, name, createdAt, isBuiltIn, eraseAt } = picture;
  const copies = cardCopies(url);
  return (
    <article className={`framed ${styles.row}`} aria-busy={isBusy || undefined}>
      <div className={styles.image}>
        <img src={url} srcSet={copies?.webp} sizes="144px" alt="" loading="lazy" />
      </div>
      <div className={`stack gap-4 ${styles.what}`}>
        <h2 id={headingIdOf(picture)} className={`row-title ${styles.title}`} dir="auto">
          {name}
        </h2>
        <p className="meta">
          {measuresOf(picture)}, {isBuiltIn ? "comes with the site" : <Uploaded at={createdAt} />}
        </p>
        {picture.uses.length > 0 ? (
          <Uses picture={picture} />
        ) : (
          <p className="meta">Not used{eraseAt && <Erasure at={eraseAt} />}</p>
        )}
      </div>
      <Actions {...props} />
    </article>
  );
}

const headingIdOf = ({ hash }: StoredPicture) => `picture-${hash}`;
const usedIdOf = ({ hash }: StoredPicture) => `picture-uses-${hash}`;

/** Whether a version shows it is looked up only when it is to be deleted: that takes reading the whole history. */
function Erasure({ at }: { at: string }) {
  const isDue = Date.parse(at) <= Date.now();
  return <>. Deleted {isDue ? "soon" : <Time at={at} />}, unless an older version shows it</>;
}

function Uses({ picture }: { picture: StoredPicture }) {
  const { isBuiltIn, uses } = picture;
  const lines = uses.map(({ key, label, path }) => (
    <li key={key}>
      <Link to={path}>{label}</Link>
    </li>
  ));
  return (
    <>
      <p id={usedIdOf(picture)} className="meta">
        Used in {places(uses.length)}
        {!isBuiltIn && ", so it cannot be deleted"}
      </p>
      <ul className={`stack gap-2 ${styles.uses}`} aria-label="Used in">
        {lines.slice(0, maxShown)}
      </ul>
      {uses.length > maxShown && (
        <details className={`stack gap-2 ${styles.uses}`}>
          <summary>{uses.length - maxShown} more</summary>
          <ul aria-label="Also used in">{lines.slice(maxShown)}</ul>
        </details>
      )}
    </>
  );
}

function Actions({ picture, isBusy, onReplace, onDelete }: PictureRowProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const of = headingIdOf(picture);
  const isUsed = picture.uses.length > 0;
  return (
    <div className={`wraps gap-8 ${styles.actions}`}>
      {isUsed && (
        <>
          <input
            ref={chooser}
            type="file"
            hidden
            accept={uploadTypes}
            aria-label={`Replace ${picture.name}`}
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = "";
              if (file) onReplace(file);
            }}
          />
          <ActionButton
            glyph={upload}
            label="Replace"
            of={of}
            disabled={isBusy}
            onClick={() => chooser.current?.click()}
          />
        </>
      )}
      {!picture.isBuiltIn && (
        <ActionButton
          glyph={trash}
          label="Delete"
          of={of}
          isDanger
          disabled={isBusy}
          refusedBy={isUsed ? usedIdOf(picture) : undefined}
          onClick={onDelete}
        />
      )}
    </div>
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
