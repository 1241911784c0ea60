import { createContext, type ReactNode, use } from "react";

/** On the server: resolves when the n-th slice may be rendered. Null in the browser, where React yields on its own. */
export const SliceScheduler = createContext<((slice: number) => Promise<void>) | null>(null);

/**
 * Renders its children in a slice of their own, so that the server can answer other requests while rendering a long
 * list.
 */
export function Slice({ index, children }: { index: number; children: () => ReactNode }) {
  const waitFor = use(SliceScheduler);
  if (waitFor) use(waitFor(index));
  return children();
}
