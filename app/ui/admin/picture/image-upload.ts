import { type ComponentType, createContext, use, useEffect, useRef, useState } from "react";
import type { CropArea } from "#app/shared/crop.ts";
import { limits } from "#app/shared/limits.ts";

/** What image fields do with pictures on the server. */
export interface Uploads {
  /** Uploads a file, reporting progress in per cent. @returns the URL of the image */
  send: (file: File, onProgress: (percent: number) => void, signal: AbortSignal) => Promise<string>;
  /** Makes a picture of a part of another. @returns its URL */
  crop: (picture: string, area: CropArea) => Promise<string>;
  /** Loads the dialog that offers the pictures of the site. */
  chooser: () => Promise<{ default: ComponentType<ChooserProps> }>;
}

export interface ChooserProps {
  /** URL of the picture that the field has, or "". */
  value: string;
  onChoose: (address: string) => void;
  onClose: () => void;
}

export const UploadsContext = createContext<Uploads | undefined>(undefined);

export function useUploads(): Uploads {
  const uploads = use(UploadsContext);
  if (!uploads) throw new Error("A form takes pictures, and nothing around it uploads them");
  return uploads;
}

/** How often the form around has been reset. */
export const FormResets = createContext(0);

/** Why something failed, until the form around is reset. */
export function useProblem(): [problem: string | null, set: (problem: string | null) => void] {
  const resets = use(FormResets);
  const [problem, setProblem] = useState<{ text: string | null; resets: number }>({ text: null, resets });
  return [problem.resets === resets ? problem.text : null, (text) => setProblem({ text, resets })];
}

/** The files that can be uploaded, for a file field. */
export const uploadTypes = "image/png,image/jpeg,image/webp,image/avif,image/gif";

export const inPixels = (count: number): string => `${count.toLocaleString("en-GB")} px`;

/** Upload state: one upload at a time, aborted on cancel and on unmount. */
export function useUpload(onChange: (address: string) => void, onBusy?: (isBusy: boolean) => void) {
  const uploads = useUploads();
  const [percent, setPercent] = useState<number | null>(null);
  const [isDone, setDone] = useState(false);
  const [problem, setProblem] = useProblem();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  async function send(file: File) {
    if (file.size > limits.uploadBytes)
      return setProblem("The image could not be uploaded. It may have at most 10 MB.");
    const control = new AbortController();
    stop.current = control;
    setProblem(null);
    setDone(false);
    setPercent(0);
    onBusy?.(true);
    try {
      onChange(await uploads.send(file, setPercent, control.signal));
      setDone(true);
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

  return {
    percent,
    isDone,
    problem,
    send,
    cancel: () => stop.current?.abort(),
    /** Forgets why the last upload failed. */
    clear: () => setProblem(null),
  };
}

function reasonOf(error: unknown): string {
  const start = "The image could not be uploaded.";
  const reason = error instanceof Error ? error.message : "";
  return reason.startsWith(start) ? reason : `${start} ${reason}`.trim();
}
