import { useId } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { InTurn } from "#app/ui/site/in-turns.tsx";
import { renderInTurns } from "./render-in-turns.server.tsx";

function Row({ n }: { n: number }) {
  return <li id={useId()}>Row {n}</li>;
}

const list = (
  <ul>
    {[...Array(30).keys()].map((turn) => (
      <InTurn key={`turn ${turn}`} turn={turn}>
        {() => [turn * 2, turn * 2 + 1].map((n) => <Row key={n} n={n} />)}
      </InTurn>
    ))}
  </ul>
);

test("a long list is drawn in turns between which the event loop goes on", async () => {
  let turns = 0;
  let isDone = false;
  const drawn = renderInTurns(list).finally(() => (isDone = true));
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  await drawn;
  expect(turns).toBeGreaterThanOrEqual(30);
});

test("drawn in turns a page is the same, letter by letter", async () => {
  expect(await renderInTurns(list)).toBe(renderToString(list));
});

test("a part that cannot be drawn fails the page", async () => {
  const broken = (
    <InTurn turn={3}>
      {() => {
        throw new Error("no such picture");
      }}
    </InTurn>
  );
  await expect(renderInTurns(broken)).rejects.toThrow("no such picture");
});
