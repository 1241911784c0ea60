import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { AppError } from "#app/shared/app-error.ts";
import { ShowMore } from "./show-more.tsx";

test("where the entry after which a list goes on is gone, the list is loaded again", async () => {
  const [fetchNextPage, refetch] = [vi.fn(), vi.fn()];
  const query = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage, refetch };
  const failedWith = (error: Error | null) => (
    <ShowMore query={{ ...query, isFetchNextPageError: error !== null, error }} />
  );
  const { rerender } = await render(failedWith(null));
  await page.getByRole("button", { name: "Show more" }).click();
  await rerender(failedWith(new AppError("unavailable", "The server could not be reached.")));
  await page.getByRole("button", { name: "Show more" }).click();
  expect([fetchNextPage.mock.calls.length, refetch.mock.calls.length]).toEqual([2, 0]);
  await rerender(failedWith(new AppError("not_found", "The list has changed.")));
  await page.getByRole("button", { name: "Load again" }).click();
  expect([fetchNextPage.mock.calls.length, refetch.mock.calls.length]).toEqual([2, 1]);
});
