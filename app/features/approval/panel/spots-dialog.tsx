import { useEffect, useRef, useState } from "react";
import { pointOf, scrollToSpot } from "#app/browser/spot.ts";
import { IconButton } from "#app/ui/admin/control/icon-button.tsx";
import { Dialog } from "#app/ui/admin/dialog/dialog.tsx";
import { close } from "#app/ui/glyphs.ts";
import type { ApprovalNote } from "../approval.contract.ts";
import styles from "./spots-dialog.module.css";

interface SpotsDialogProps {
  /** URL of the preview; undefined while the dialog is closed. */
  url: string | undefined;
  notes: ApprovalNote[];
  onClose: () => void;
}

/** The page with the clients' comments on their spots. */
export function SpotsDialog({ url, notes, onClose }: SpotsDialogProps) {
  const [chosen, setChosen] = useState(0);
  const placed = notes.flatMap((note, index) => (note.spot ? [{ ...note, spot: note.spot, number: index + 1 }] : []));
  return (
    <Dialog isOpen={url !== undefined} title="Comments on the page" size="full" onClose={onClose}>
      {url && (
        <>
          <IconButton glyph={close} label="Close the page" className={styles.close} onClick={onClose} />
          <div className={styles.columns}>
            <Page url={url} notes={placed} chosen={chosen} onChoose={setChosen} />
            <ol className={styles.notes}>
              {placed.map(({ id, number, text, name, doneAt }) => (
                <li key={id}>
                  <button
                    type="button"
                    className={styles.note}
                    aria-pressed={id === chosen}
                    onClick={() => setChosen(id)}
                  >
                    <strong>{number}.</strong> <bdi>{text}</bdi>
                    {name.trim() && <bdi> ({name})</bdi>}
                    {doneAt && " Done."}
                  </button>
                </li>
              ))}
            </ol>
          </div>
        </>
      )}
    </Dialog>
  );
}

type PlacedNote = ApprovalNote & { spot: NonNullable<ApprovalNote["spot"]>; number: number };

interface PageProps {
  url: string;
  notes: PlacedNote[];
  /** Id of the note to bring into view. */
  chosen: number;
  onChoose: (id: number) => void;
}

function Page({ url, notes, chosen, onChoose }: PageProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [points, setPoints] = useState<ReadonlyMap<number, { left: number; top: number }>>(new Map());
  const [page, setPage] = useState<Document | null>(null);
  const spots = useRef(notes);
  spots.current = notes;
  useEffect(() => {
    if (!page) return;
    const place = () => setPoints(new Map(spots.current.map(({ id, spot }) => [id, pointOf(page, spot)])));
    place();
    page.defaultView?.addEventListener("scroll", place, { passive: true });
    const observer = new ResizeObserver(place);
    observer.observe(page.documentElement);
    return () => {
      observer.disconnect();
      page.defaultView?.removeEventListener("scroll", place);
    };
  }, [page]);
  useEffect(() => {
    const note = spots.current.find(({ id }) => id === chosen);
    if (page && note) scrollToSpot(page, note.spot);
  }, [page, chosen]);
  return (
    <div className={styles.page}>
      <iframe
        ref={frame}
        className={styles.frame}
        src={url}
        title="Page with comments"
        onLoad={() => setPage(frame.current?.contentDocument ?? null)}
      />
      <div className={styles.pins}>
        {notes.map(({ id, number }) => (
          <Pin key={id} point={points.get(id)} number={number} isChosen={id === chosen} onChoose={() => onChoose(id)} />
        ))}
      </div>
    </div>
  );
}

interface PinProps {
  point: { left: number; top: number } | undefined;
  number: number;
  isChosen: boolean;
  onChoose: () => void;
}

function Pin({ point, number, isChosen, onChoose }: PinProps) {
  return (
    <button
      type="button"
      className={styles.pin}
      style={point}
      hidden={!point}
      aria-label={`Comment ${number}`}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      {number}
    </button>
  );
}
