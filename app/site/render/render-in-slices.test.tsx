import { useId } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Slice } from "#app/ui/site/render-slice.ts";
import { renderInSlices } from "./render-in-slices.server.tsx";

function Row({ n }: { n: number }) {
  return <li id={useId()}>Row {n}</li>;
}

const list = (
  <ul>
    {[...Array(30).keys()].map((slice) => (
      <Slice key={`slice ${slice}`} index={slice}>
        {() => [slice * 2, slice * 2 + 1].map((n) => <Row key={n} n={n} />)}
      </Slice>
    ))}
  </ul>
);

test("a long list is drawn in slices between which the event loop goes on", async () => {
  let turns = 0;
  let isDone = false;
  const drawn = renderInSlices(list).finally(() => (isDone = true));
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  await drawn;
  expect(turns).toBeGreaterThanOrEqual(30);
});

test("drawn in slices a page is the same, letter by letter", async () => {
  expect(await renderInSlices(list)).toBe(renderToString(list));
});

test("a part that cannot be drawn fails the page", async () => {
  const broken = (
    <Slice index={3}>
      {() => {
        throw new Error("no such picture");
      }}
    </Slice>
  );
  await expect(renderInSlices(broken)).rejects.toThrow("no such picture");
});
