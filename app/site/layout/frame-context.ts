import { createContext, useContext } from "react";
import type { FormFailure, Frame } from "#app/site/render/page-data.ts";

/** What the frame knows, for parts deep in a page. */
export const FrameContext = createContext<Frame | null>(null);

/** What the frame of this page knows. */
export function useFrame(): Frame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error("A page is drawn within its frame.");
  return frame;
}

/** What was refused of a form with scripts off, where that form is drawn. */
export function useRefusal(name: FormFailure["name"]): FormFailure | undefined {
  const form = useContext(FrameContext)?.form;
  return form?.name === name ? form : undefined;
}
