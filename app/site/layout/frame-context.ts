import { createContext, useContext } from "react";
import type { FormFailure, Frame } from "#app/site/render/page-data.ts";

/** Layout data for deeply nested components. */
export const FrameContext = createContext<Frame | null>(null);

/**
 * Returns the layout data of this page.
 * @throws outside of a SiteLayout
 */
export function useFrame(): Frame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error("A page is rendered within its frame.");
  return frame;
}

/** Returns the form's refused submission (JavaScript off), for rendering it again. */
export function useRefusal(name: FormFailure["name"]): FormFailure | undefined {
  const form = useContext(FrameContext)?.form;
  return form?.name === name ? form : undefined;
}
