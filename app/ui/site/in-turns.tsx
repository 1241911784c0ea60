import { createContext, type ReactNode, use } from "react";

/** On the server: how to wait for the n-th turn of the event loop. In the browser there is nothing to wait for: React draws in slices. */
export const Turns = createContext<((turn: number) => Promise<void>) | null>(null);

/** Draws its children in a turn of its own, so that a long list keeps nobody waiting while it is drawn on the server. */
export function InTurn({ turn, children }: { turn: number; children: () => ReactNode }) {
  const turns = use(Turns);
  if (turns) use(turns(turn));
  return children();
}
