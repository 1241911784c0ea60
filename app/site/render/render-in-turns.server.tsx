import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { Turns } from "#app/ui/site/in-turns.tsx";

/** Draws what has long lists (InTurn) as one text, and lets the event loop turn between their parts. */
export async function renderInTurns(page: ReactNode): Promise<string> {
  const turns: Promise<void>[] = [];
  const turnAt = (turn: number): Promise<void> => {
    turns[turn] ??= (turn === 0 ? Promise.resolve() : turnAt(turn - 1)).then(nextTurn);
    return turns[turn];
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const { pipe } = renderToPipeableStream(<Turns value={turnAt}>{page}</Turns>, {
    onAllReady: resolve,
    onError: reject,
  });
  await promise;
  return text(pipe(new PassThrough()));
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
