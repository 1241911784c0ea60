import { useEffect, useId, useRef, useState } from "react";
import { limits } from "#app/shared/limits.ts";
import { CrossedBox } from "#app/ui/crossed-box.tsx";
import { alert, close, upload as uploadGlyph } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./image-field.module.css";

/**
 * Uploads a file, reporting progress in per cent.
 * @returns the URL of the image
 */
export type Upload = (file: File, onProgress: (percent: number) => void, signal: AbortSignal) => Promise<string>;

interface ImageFieldProps {
  label: string;
  name: string;
  /** URL of the image, or "". */
  value: string;
  onChange: (address: string) => void;
  upload: Upload;
  /** Called when an upload starts or ends; the form should not be submitted in between. */
  onBusy?: (isBusy: boolean) => void;
  hint?: string;
  error?: string | null;
  /** In pixels; a narrower picture is reported, and kept. */
  leastWidth?: number;
  /** The preview crops nothing. */
  isWhole?: boolean | undefined;
}

const types = "image/png,image/jpeg,image/webp,image/avif,image/gif";

/** An image field: empty, uploading, filled with a preview, or refused with the reason next to it. */
export function ImageField({
  label,
  name,
  value,
  onChange,
  upload,
  onBusy,
  hint,
  error,
  leastWidth = 0,
  isWhole,
}: ImageFieldProps) {
  const id = useId();
  const slot = useRef<HTMLDivElement>(null);
  const sending = useSending(upload, onChange, onBusy);
  const problem = sending.problem ?? error;
  const describedBy = [problem && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;
  const focusChooser = () => requestAnimationFrame(() => slot.current?.querySelector("input")?.focus());
  const clear = () => {
    onChange("");
    focusChooser();
  };
  const cancel = () => {
    sending.cancel();
    // The cancelled upload updates the state only after this event handler.
    setTimeout(focusChooser);
  };
  return (
    <div className={styles.field} ref={slot}>
      <span className={styles.label} id={`${id}-label`}>
        {label}
      </span>
      {sending.percent !== null ? (
        <Uploading percent={sending.percent} onCancel={cancel} />
      ) : value ? (
        <Preview key={value} address={value} label={label} leastWidth={leastWidth} isWhole={isWhole} onRemove={clear} />
      ) : (
        <Chooser id={id} name={name} isRefused={Boolean(problem)} describedBy={describedBy} onFile={sending.send} />
      )}
      {problem && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          <Icon of={alert} />
          {problem}
        </p>
      )}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

function Chooser({
  id,
  name,
  isRefused,
  describedBy,
  onFile,
}: {
  id: string;
  name: string;
  isRefused: boolean;
  describedBy: string | undefined;
  onFile: (file: File) => void;
}) {
  const [isOver, setOver] = useState(false);
  return (
    <div className={`${styles.slot} ${styles.empty} ${isOver ? styles.over : ""} ${isRefused ? styles.refused : ""}`}>
      <CrossedBox />
      <div className={styles.plate} id={`${id}-choose`}>
        <Icon of={uploadGlyph} />
        <b>{isRefused ? "Try again" : "Choose an image"}</b>
        <span>or drop it here</span>
      </div>
      {/* The file input covers the box invisibly: click, drop, keyboard and screen readers use the native control. */}
      <input
        type="file"
        accept={types}
        name={name}
        className={styles.input}
        aria-labelledby={`${id}-label ${id}-choose`}
        aria-describedby={describedBy}
        aria-invalid={isRefused || undefined}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) onFile(file);
        }}
      />
    </div>
  );
}

function Uploading({ percent, onCancel }: { percent: number; onCancel: () => void }) {
  return (
    <div className={`${styles.slot} ${styles.over}`}>
      <CrossedBox />
      <div className={`${styles.plate} ${styles.progress}`}>
        <b>Uploading, {percent}%</b>
        <progress className={styles.bar} max={100} value={percent} aria-label="Upload" />
      </div>
      <button type="button" className={styles.remove} aria-label="Cancel the upload" onClick={onCancel}>
        <Icon of={close} small />
      </button>
    </div>
  );
}

interface PreviewProps {
  address: string;
  label: string;
  leastWidth: number;
  isWhole: boolean | undefined;
  onRemove: () => void;
}

function Preview({ address, label, leastWidth, isWhole, onRemove }: PreviewProps) {
  const [width, setWidth] = useState<number>();
  const isTooSmall = width !== undefined && width < leastWidth;
  return (
    <>
      <div className={styles.slot}>
        <img
          className={isWhole ? `${styles.image} ${styles.whole}` : styles.image}
          src={address}
          alt={`Preview of ${label.toLowerCase()}`}
          onLoad={({ currentTarget }) => setWidth(currentTarget.naturalWidth)}
        />
        <button type="button" className={styles.remove} aria-label="Remove image" onClick={onRemove}>
          <Icon of={close} small />
        </button>
      </div>
      <p className={styles.small} role="status">
        {isTooSmall &&
          `This picture is ${inPixels(width)} wide and would look blurred: it needs ${inPixels(leastWidth)}. Choose a larger one.`}
      </p>
    </>
  );
}

const inPixels = (count: number) => `${count.toLocaleString("en-GB")} px`;

/** Upload state: one upload at a time, aborted on cancel and on unmount. */
function useSending(upload: Upload, onChange: (address: string) => void, onBusy?: (isBusy: boolean) => void) {
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  async function send(file: File) {
    if (file.size > limits.uploadBytes)
      return setProblem("The image could not be uploaded. It may have at most 10 MB.");
    const control = new AbortController();
    stop.current = control;
    setProblem(null);
    setPercent(0);
    onBusy?.(true);
    try {
      onChange(await upload(file, setPercent, control.signal));
    } catch (error) {
      if (!control.signal.aborted) {
        console.error("Upload failed", error);
        setProblem(reasonOf(error));
      }
    } finally {
      setPercent(null);
      onBusy?.(false);
    }
  }

  return { percent, problem, send, cancel: () => stop.current?.abort() };
}

function reasonOf(error: unknown): string {
  const start = "The image could not be uploaded.";
  const reason = error instanceof Error ? error.message : "";
  return reason.startsWith(start) ? reason : `${start} ${reason}`.trim();
}
