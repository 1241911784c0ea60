import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { SliceScheduler } from "#app/ui/site/render-slice.ts";

/** Renders a page to a string, yielding to the event loop between the slices of long lists. */
export async function renderInSlices(page: ReactNode): Promise<string> {
  const slices: Promise<void>[] = [];
  const waitFor = (slice: number): Promise<void> => {
    slices[slice] ??= (slice === 0 ? Promise.resolve() : waitFor(slice - 1)).then(nextTick);
    return slices[slice];
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const { pipe } = renderToPipeableStream(<SliceScheduler value={waitFor}>{page}</SliceScheduler>, {
    onAllReady: resolve,
    onError: reject,
  });
  await promise;
  return text(pipe(new PassThrough()));
}

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve));
