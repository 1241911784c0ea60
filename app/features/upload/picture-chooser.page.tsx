import { useInfiniteQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { Dialog, DialogActions } from "#app/ui/admin/dialog/dialog.tsx";
import { arrowKeys } from "#app/ui/admin/form/arrow-keys.ts";
import { ListBar } from "#app/ui/admin/list/list-bar.tsx";
import { listError, ShowMore } from "#app/ui/admin/list/show-more.tsx";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import { Placeholder } from "#app/ui/admin/notice/placeholder.tsx";
import type { ChooserProps } from "#app/ui/admin/picture/image-upload.ts";
import { Button } from "#app/ui/button.tsx";
import { cardCopies } from "#app/ui/picture.tsx";
import type { StoredPicture } from "./picture.contract.ts";
import { pictureList } from "./picture.queries.ts";
import styles from "./picture-chooser.page.module.css";
import { measuresOf } from "./picture-row.tsx";

/** Chooses one of the pictures that are already on the site, by click, or with the arrow keys and Enter. */
export default function PictureChooser({ value, onChoose, onClose }: ChooserProps) {
  const [q, setQ] = useState("");
  const query = useInfiniteQuery(pictureList(q));
  const pictures = query.data?.pages.flatMap(({ data }) => data);
  const error = listError(query);
  return (
    <Dialog isOpen title="Choose from Pictures" size="large" onClose={onClose}>
      {(pictures || q !== "") && (
        <ListBar
          names={["picture", "pictures"]}
          q={q}
          total={query.isPlaceholderData || query.hasNextPage ? undefined : pictures?.length}
          example="Its name, or where it is used"
          onSearch={setQ}
        />
      )}
      {error && <Failure text="The pictures could not be loaded." error={error} onRetry={query.refetch} />}
      {!pictures && !error && <Placeholder layout="rows" />}
      {pictures?.length === 0 && (
        <p className="muted">{q ? `No picture contains “${q}”.` : "No picture has been uploaded."}</p>
      )}
      {pictures && pictures.length > 0 && (
        <ul className={styles.grid} aria-label="Pictures" onKeyDown={moveFocus}>
          {pictures.map((picture) => (
            <li key={picture.hash}>
              <Choice picture={picture} isChosen={picture.url === value} onChoose={() => onChoose(picture.url)} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={query} />
      <DialogActions>
        <Button kind="line" label="Cancel" onClick={onClose} />
      </DialogActions>
    </Dialog>
  );
}

interface ChoiceProps {
  picture: StoredPicture;
  /** Whether the field has it already. */
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ picture, isChosen, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      className={`stack gap-2 ${styles.choice}`}
      aria-current={isChosen || undefined}
      onClick={onChoose}
    >
      <span className={styles.image}>
        <img src={picture.url} srcSet={cardCopies(picture.url)?.webp} sizes="200px" alt="" loading="lazy" />
      </span>
      <span className={styles.name} dir="auto">
        {picture.name}
      </span>
      <span className={`meta ${styles.meta}`}>{measuresOf(picture)}</span>
    </button>
  );
}

/** The arrow keys go through the grid as it is laid out. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const choices = [...event.currentTarget.querySelectorAll("button")];
  const at = choices.indexOf(document.activeElement as HTMLButtonElement);
  const inRow = choices.filter(({ offsetTop }) => offsetTop === choices[0]?.offsetTop).length;
  if (at >= 0) arrowKeys((right, down) => choices[at + right + down * inRow]?.focus())(event);
}
