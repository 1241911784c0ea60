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

test("a long list is rendered in slices that yield to the event loop", async () => {
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

test("rendering in slices gives the same HTML as renderToString", async () => {
  expect(await renderInSlices(list)).toBe(renderToString(list));
});

test("an error in one slice fails the rendering of the page", async () => {
  const broken = (
    <Slice index={3}>
      {() => {
        throw new Error("no such picture");
      }}
    </Slice>
  );
  await expect(renderInSlices(broken)).rejects.toThrow("no such picture");
});
