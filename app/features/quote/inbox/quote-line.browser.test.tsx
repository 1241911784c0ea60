import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Age } from "./quote-line.tsx";

test("the age of a message grows while it is shown", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  await render(<Age at={new Date().toISOString()} />);
  await expect.element(page.getByText("now", { exact: true })).toBeVisible();
  vi.advanceTimersByTime(5 * 60_000);
  await expect.element(page.getByText("5 min", { exact: true })).toBeVisible();
  vi.useRealTimers();
});
