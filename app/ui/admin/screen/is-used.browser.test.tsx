import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { isUsed } from "./is-used.ts";

const pause = () => new Promise((resolve) => setTimeout(resolve, 500));

function Polling({ ask }: { ask: () => Promise<number> }) {
  useQuery({ queryKey: ["polled"], queryFn: ask, refetchInterval: () => isUsed() && 20 });
  return null;
}

test("polling stops while nobody uses the back office, and goes on once the pointer moves", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const ask = vi.fn(async () => 1);
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <Polling ask={ask} />
    </QueryClientProvider>,
  );
  await expect.poll(() => ask.mock.calls.length).toBeGreaterThan(2);
  vi.advanceTimersByTime(60 * 60_000);
  await pause();
  const asked = ask.mock.calls.length;
  await pause();
  expect(ask).toHaveBeenCalledTimes(asked);
  dispatchEvent(new PointerEvent("pointermove"));
  await expect.poll(() => ask.mock.calls.length).toBeGreaterThan(asked + 2);
});
