import { useEffect, useId, useRef, useState } from "react";
import type { CropArea } from "#app/shared/crop.ts";
import { type Frame, focalPointWithin } from "#app/shared/focal-point.ts";
import { Button } from "#app/ui/button.tsx";
import { check } from "#app/ui/glyphs.ts";
import { TextField } from "#app/ui/text-field.tsx";
import { SelectField } from "../control/select-field.tsx";
import { Dialog, DialogActions } from "../dialog/dialog.tsx";
import { FormError } from "../form/form-error.tsx";
import { areaOf, type CropBox, isWhole, placed, resized, type Size, wholeOf, withRatio } from "./crop-box.ts";
import styles from "./crop-dialog.module.css";
import { CropStage } from "./crop-stage.tsx";
import { FrameViews } from "./frame-views.tsx";
import fieldStyles from "./image-field.module.css";
import { inPixels } from "./image-upload.ts";

interface CropDialogProps {
  /** Of the field. */
  label: string;
  /** URL of the picture. */
  picture: string;
  frames: readonly Frame[];
  /** Focal point of the picture, or "". */
  focus: string;
  /** In pixels; a narrower crop is reported, and allowed. */
  minWidth: number;
  /** Makes the cropped picture. @throws with a message to show */
  onApply: (area: CropArea) => Promise<void>;
  onClose: () => void;
}

/**
 * Chooses the part of a picture to keep: by dragging it or its corners, with the arrow keys, or by numbers; seen live in
 * each frame that the picture fills.
 */
export default function CropDialog({ label, picture, onClose, ...rest }: CropDialogProps) {
  const [image, setImage] = useState<HTMLImageElement>();
  const [problem, setProblem] = useState<string>();
  return (
    <Dialog isOpen title={`Crop ${label.toLowerCase()}`} size="wide" onClose={onClose}>
      {image ? (
        <CropForm {...rest} picture={picture} image={image} onClose={onClose} />
      ) : (
        <>
          <img
            className={styles.loading}
            src={picture}
            alt=""
            onLoad={({ currentTarget }) => setImage(currentTarget)}
            onError={() => setProblem("The picture could not be loaded. Check the connection and try again.")}
          />
          <FormError message={problem ?? null} />
          <DialogActions>
            <Button kind="line" label="Cancel" onClick={onClose} />
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

interface CropFormProps extends Omit<CropDialogProps, "label"> {
  /** Loaded. */
  image: HTMLImageElement;
}

function CropForm({ picture, image, frames, focus, minWidth, onApply, onClose }: CropFormProps) {
  const id = useId();
  const size: Size = { width: image.naturalWidth, height: image.naturalHeight };
  const [box, setBox] = useState(() => wholeOf(size));
  const [shape, setShape] = useState("free");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const shapes = shapesFor(frames, size);
  const ratio = shapes.find(({ value }) => value === shape)?.ratio ?? null;
  const apply = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onApply(areaOf(box, size));
    } catch (error) {
      console.error("Crop failed", error);
      setProblem(error instanceof Error ? error.message : "The picture could not be cropped.");
      setBusy(false);
    }
  };
  return (
    <>
      <CropStage picture={picture} size={size} box={box} ratio={ratio} onChange={setBox} hintId={`${id}-hint`} />
      <p className="field-hint" id={`${id}-hint`}>
        Drag the frame or its corners. With the keyboard, the arrow keys move the frame, and with Shift they make it
        wider, narrower, taller or shorter.
      </p>
      <SelectField
        label="Shape"
        name="shape"
        value={shape}
        options={shapes.map(({ value, label }) => ({ value, label }))}
        onChange={({ target }) => {
          setShape(target.value);
          const next = shapes.find(({ value }) => value === target.value)?.ratio;
          if (next) setBox(withRatio(box, next, size));
        }}
      />
      <div className={styles.numbers}>
        {(["left", "top", "width", "height"] as const).map((side) => (
          <PixelField key={side} side={side} box={box} size={size} ratio={ratio} onChange={setBox} />
        ))}
      </div>
      <p className={fieldStyles.small} role="status">
        {box.width < minWidth &&
          `The crop is ${inPixels(box.width)} wide and would look blurred: it needs ${inPixels(minWidth)}.`}
      </p>
      {frames.length > 0 && (
        <FrameViews frames={frames} position={focalPointWithin(focus, areaOf(box, size))}>
          {(style) => <CroppedCanvas image={image} box={box} style={style} />}
        </FrameViews>
      )}
      <FormError message={problem} />
      <DialogActions>
        <Button kind="line" label="Cancel" onClick={onClose} />
        <Button
          label="Apply"
          glyph={check}
          busy={isBusy}
          busyLabel="Cropping"
          disabled={isWhole(box, size)}
          onClick={apply}
        />
      </DialogActions>
    </>
  );
}

interface Shape {
  value: string;
  label: string;
  ratio: number | null;
}

const usualShapes: [label: string, ratio: number][] = [
  ["3:2", 3 / 2],
  ["4:3", 4 / 3],
  ["16:9", 16 / 9],
  ["Square", 1],
];

/** Free, the picture's own ratio, and the ratios of its frames or, for a picture without frames, the common ones. */
function shapesFor(frames: readonly Frame[], { width, height }: Size): Shape[] {
  const of = (label: string, ratio: number | null): Shape => ({ value: ratio === null ? "free" : label, label, ratio });
  const framed = frames.map(({ label, ratio }) => of(`As in: ${label}`, ratio));
  const common = usualShapes.map(([label, ratio]) => of(label, ratio));
  return [of("Free", null), of("As the picture", width / height), ...(framed.length > 0 ? framed : common)];
}

interface PixelFieldProps {
  side: keyof CropBox;
  box: CropBox;
  size: Size;
  ratio: number | null;
  onChange: (box: CropBox) => void;
}

const names = { left: "Left, px", top: "Top, px", width: "Width, px", height: "Height, px" };

/**
 * One side of the box as a number. What is typed stays until the field is left, as a number on the way to another, and
 * counts from the box as it was before.
 */
function PixelField({ side, box, size, ratio, onChange }: PixelFieldProps) {
  const [typed, setTyped] = useState<{ text: string; from: CropBox }>();
  const change = (text: string) => {
    const from = typed?.from ?? box;
    setTyped({ text, from });
    const value = Number(text);
    if (text.trim() === "" || !Number.isFinite(value)) return;
    if (side === "left") return onChange(placed(from, value, from.top, size, ratio));
    if (side === "top") return onChange(placed(from, from.left, value, size, ratio));
    const right = from.left + (side === "width" ? value : ratio === null ? from.width : 0);
    const bottom = from.top + (side === "height" ? value : ratio === null ? from.height : 0);
    onChange(resized(from, "bottom right", { x: right, y: bottom }, size, ratio));
  };
  return (
    <TextField
      label={names[side]}
      name={`crop-${side}`}
      type="number"
      min={0}
      autoComplete="off"
      value={typed?.text ?? String(box[side])}
      onChange={(event) => change(event.target.value)}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** Sharp enough for the small frames. */
const maxCanvasPixels = 640;

function CroppedCanvas({ image, box, style }: { image: HTMLImageElement; box: CropBox; style: React.CSSProperties }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = Math.min(1, maxCanvasPixels / Math.max(box.width, box.height));
  const width = Math.max(1, Math.round(box.width * scale));
  const height = Math.max(1, Math.round(box.height * scale));
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    context?.clearRect(0, 0, width, height);
    context?.drawImage(image, box.left, box.top, box.width, box.height, 0, 0, width, height);
  }, [image, box, width, height]);
  return <canvas ref={canvas} width={width} height={height} style={style} />;
}
