import { useId, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { CropArea } from "#app/shared/crop.ts";
import { type Frame, focalPointWithin } from "#app/shared/focal-point.ts";
import { hashOfUpload } from "#app/shared/image-address.ts";
import { CrossedBox } from "#app/ui/crossed-box.tsx";
import { alert, close, crop as cropGlyph, image, undo, upload as uploadGlyph } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ActionButton } from "../control/action-button.tsx";
import { useLazyDialog } from "../form/use-lazy-dialog.ts";
import styles from "./image-field.module.css";
import { inPixels, uploadTypes, useUpload, useUploads } from "./image-upload.ts";

interface ImageFieldProps {
  label: string;
  name: string;
  /** URL of the image, or "". */
  value: string;
  /** `focus`: the focal point of a picture that has just been cropped, as far as it is in what is left. */
  onChange: (address: string, focus?: string) => void;
  /** The frames that it fills. */
  frames?: readonly Frame[] | undefined;
  /** Its focal point, or "". */
  focus?: string | undefined;
  /** Called when an upload starts or ends; the form should not be submitted in between. */
  onBusy?: (isBusy: boolean) => void;
  hint?: string;
  error?: string | null;
  /** In pixels; a narrower picture is reported, and kept. */
  minWidth?: number | undefined;
  /** The preview crops nothing. */
  isWhole?: boolean | undefined;
}

/** An image field: empty, uploading, filled with a preview, or refused with the reason next to it. */
export function ImageField(props: ImageFieldProps) {
  const { label, name, value, onChange, hint, error, minWidth = 0 } = props;
  const id = useId();
  const slot = useRef<HTMLDivElement>(null);
  const focusSoon = (selector: string) =>
    requestAnimationFrame(() => slot.current?.querySelector<HTMLElement>(selector)?.focus());
  const sending = useUpload(onChange, props.onBusy);
  const crop = useCrop(props, () => focusSoon(`.${styles.tools} button`));
  const chooser = useChooser(props, sending.clear, () => focusSoon(`.${styles.tools} button:last-child`));
  const problem = sending.problem ?? crop.problem ?? chooser.problem ?? error;
  const describedBy = [problem && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;
  const clear = () => {
    onChange("");
    focusSoon("input");
  };
  const isSending = sending.percent !== null;
  const wasSending = useRef(isSending);
  // The file field goes when an upload begins, and Cancel when it ends: what takes its place takes the focus.
  useLayoutEffect(() => {
    if (wasSending.current !== isSending && document.activeElement === document.body)
      slot.current?.querySelector<HTMLElement>("button, input")?.focus();
    wasSending.current = isSending;
  }, [isSending]);
  return (
    <div className={`stack gap-8 ${styles.field}`} ref={slot}>
      <span className="field-label" id={`${id}-label`}>
        {label}
      </span>
      {sending.percent !== null ? (
        <Uploading percent={sending.percent} onCancel={sending.cancel} />
      ) : value ? (
        <Preview
          key={value}
          address={value}
          label={label}
          minWidth={minWidth}
          isWhole={props.isWhole}
          isRefused={Boolean(problem)}
          describedBy={describedBy}
          onRemove={clear}
        />
      ) : (
        <Chooser id={id} name={name} isRefused={Boolean(problem)} describedBy={describedBy} onFile={sending.send} />
      )}
      <p className="vh" role="status">
        {sending.isDone && value && "The image is uploaded."}
        {chooser.chosen && chooser.chosen === value && "The picture is chosen."}
      </p>
      {problem && (
        <p className={`field-error ${styles.error}`} id={`${id}-error`} role="alert">
          <Icon of={alert} />
          {problem}
        </p>
      )}
      {!isSending && (
        <div className={styles.tools}>
          {isStored(value) && <ActionButton glyph={cropGlyph} label="Crop" name={label} onClick={crop.open} />}
          {crop.undo && <ActionButton glyph={undo} label="Undo crop" name={label} onClick={crop.undo} />}
          <ActionButton glyph={image} label="Choose from Pictures" name={label} onClick={chooser.open} />
        </div>
      )}
      {chooser.Dialog && <chooser.Dialog value={value} onChoose={chooser.choose} onClose={chooser.close} />}
      {crop.Dialog && (
        <crop.Dialog
          label={label}
          picture={value}
          frames={props.frames ?? []}
          focus={props.focus ?? ""}
          minWidth={minWidth}
          onApply={crop.apply}
          onClose={crop.close}
        />
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
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
      <div className={`stack gap-4 ${styles.plate}`} id={`${id}-choose`}>
        <Icon of={uploadGlyph} />
        <b>{isRefused ? "Try again" : "Choose an image"}</b>
        <span>or drop it here</span>
      </div>
      {/* The file input covers the box invisibly: click, drop, keyboard and screen readers use the native control. */}
      <input
        type="file"
        accept={uploadTypes}
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
      <div className={`stack gap-4 ${styles.plate} ${styles.progress}`}>
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
  minWidth: number;
  isWhole: boolean | undefined;
  isRefused: boolean;
  describedBy: string | undefined;
  onRemove: () => void;
}

function Preview({ address, label, minWidth, isWhole, isRefused, describedBy, onRemove }: PreviewProps) {
  const [width, setWidth] = useState<number>();
  const isTooSmall = width !== undefined && width < minWidth;
  return (
    <>
      <div className={styles.slot}>
        <img
          className={isWhole ? `${styles.image} ${styles.whole}` : styles.image}
          src={address}
          alt={`Preview of ${label.toLowerCase()}`}
          onLoad={({ currentTarget }) => setWidth(currentTarget.naturalWidth)}
        />
        <button
          type="button"
          className={styles.remove}
          aria-label="Remove image"
          aria-describedby={describedBy}
          data-invalid={isRefused || undefined}
          onClick={onRemove}
        >
          <Icon of={close} small />
        </button>
      </div>
      <p className={styles.small} role="status">
        {isTooSmall &&
          `This picture is ${inPixels(width)} wide and would look blurred: it needs ${inPixels(minWidth)}. Choose a larger one.`}
      </p>
    </>
  );
}

/** Whether the server has the picture, and not only its address. */
const isStored = (address: string) => hashOfUpload(address) !== undefined || /^\/pictures\/[\w-]+\.webp$/.test(address);

/** A picture before its crop, `of` which a new one was made. */
interface Former {
  address: string;
  focus: string;
  of: string;
}

/** State of the dialog that offers the pictures of the site. `onChosen`, `onEnd`: called after a choice, and after each use. */
function useChooser({ value, onChange }: ImageFieldProps, onChosen: () => void, onEnd: () => void) {
  const dialog = useLazyDialog(useUploads().chooser, "The pictures could not be opened.", onEnd);
  const [chosen, setChosen] = useState("");

  function choose(address: string) {
    if (address !== value) onChange(address);
    setChosen(address);
    onChosen();
    dialog.close();
  }

  return { ...dialog, chosen, choose };
}

/** State of the crop dialog. `onEnd`: called after each use of it. */
function useCrop({ value, focus = "", onChange }: ImageFieldProps, onEnd: () => void) {
  const uploads = useUploads();
  const { Dialog, problem, open, close } = useLazyDialog(loadCrop, "The crop could not be opened.", onEnd);
  const [former, setFormer] = useState<Former>();
  const last = useRef(0);

  async function apply(area: CropArea) {
    const mine = ++last.current;
    const cropped = await uploads.crop(value, area);
    if (mine !== last.current) return;
    // At once: what gets focus in the next frame must not still be behind the dialog.
    flushSync(() => {
      setFormer({ address: value, focus, of: cropped });
      onChange(cropped, focalPointWithin(focus, area));
      close();
    });
  }

  function undo({ address, focus }: Former) {
    onChange(address, focus);
    onEnd();
  }

  function cancel() {
    last.current++;
    close();
  }

  return { Dialog, problem, open, close: cancel, apply, undo: former?.of === value ? () => undo(former) : null };
}

const loadCrop = () => import("./crop-dialog.tsx");
