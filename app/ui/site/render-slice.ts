import { createContext, type ReactNode, use } from "react";

/** Resolves when the n-th slice may be rendered. Null where a list is rendered at once, as in tests. */
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
