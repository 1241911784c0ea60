import { QueryClient, QueryClientProvider, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { AppError, type ErrorCode } from "#app/shared/app-error.ts";
import { Toasts } from "../notice/toast.tsx";
import { type Deletion, DeletionProvider, type TrashPlace, useDeletion } from "./confirm-delete.tsx";

const place = { kind: "lamp", id: "1" };

const done = async () => ({ undone: 1, left: 0 });

/** Shows an entry, or a list of them, and presses Delete. */
async function askToDelete(shown: ReactNode, restore = done, client = new QueryClient()): Promise<void> {
  await render(
    <QueryClientProvider client={client}>
      <DeletionProvider restore={restore}>
        {shown}
        <Toasts />
      </DeletionProvider>
    </QueryClientProvider>,
  );
  await page.getByRole("button", { name: "Delete", exact: true }).click();
}

const confirm = () => page.getByRole("button", { name: "Yes, delete it!" }).click();

interface EntryProps {
  remove: () => Promise<unknown>;
  trash?: TrashPlace;
  reload?: () => Promise<unknown>;
  many?: Pick<Deletion, "name" | "count" | "undo">;
}

function Entry({ remove, trash, reload = async () => undefined, many }: EntryProps) {
  const { ask, isGone } = useDeletion();
  if (isGone("lamp:1")) return null;
  return (
    <button type="button" onClick={() => ask({ id: "lamp:1", name: "Lamp", remove, trash, reload, ...many })}>
      Delete
    </button>
  );
}

function Listed({ list, reload }: { list: UseQueryOptions<string[]>; reload: () => Promise<unknown> }) {
  return useQuery(list).data?.map((name) => <Entry key={name} remove={async () => undefined} reload={reload} />);
}

async function refuseWith(code: ErrorCode, message: string) {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const remove = () => Promise.reject(new AppError(code, message));
  await askToDelete(<Entry remove={remove} />);
  await confirm();
  const refusal = page.getByRole("alert").filter({ hasText: message });
  await expect.element(refusal).toBeVisible();
  return refusal.getByRole("button", { name: "Retry" });
}

test("a deletion that the entry's state forbids is refused with the reason and without Retry", async () => {
  const retry = await refuseWith("conflict", "It is used in: Project “Agora”, Image.");
  await expect.element(retry).not.toBeInTheDocument();
});

test("a deletion that failed may be retried", async () => {
  const retry = await refuseWith("unavailable", "The database is busy.");
  await expect.element(retry).toBeVisible();
});

test("a deletion or an Undo whose answer was lost may have been done; repeated, it is", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const lost = new AppError("unavailable", "The server could not be reached.", { cause: new Error() });
  const remove = vi
    .fn(() => Promise.reject(new AppError("not_found", "It has been deleted.")))
    .mockRejectedValueOnce(lost);
  const reload = vi.fn(done);
  const restore = vi.fn(done).mockRejectedValueOnce(lost);
  await askToDelete(<Entry remove={remove} reload={reload} trash={place} />, restore);
  await confirm();
  const refusal = page.getByRole("alert").filter({ hasText: "“Lamp” may still be there." });
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  await refusal.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  const failure = page.getByRole("alert").filter({ hasText: "“Lamp” may be still in the trash." });
  await expect.poll(() => reload.mock.calls.length).toBe(3);
  await failure.getByRole("button", { name: "Retry" }).click();
  await expect.poll(() => restore.mock.calls).toEqual([[[place]], [[place]]]);
});

test("an Undo that failed is reported and may be repeated", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const refusal = new AppError("unavailable", "The database is busy.");
  const restore = vi.fn(done).mockRejectedValueOnce(refusal);
  await askToDelete(<Entry remove={async () => undefined} trash={place} />, restore);
  await confirm();
  await page.getByRole("button", { name: "Undo" }).click();
  const failure = page.getByRole("alert").filter({ hasText: "is still in the trash" });
  await failure.getByRole("button", { name: "Retry" }).click();
  await expect.poll(() => restore.mock.calls).toEqual([[[place]], [[place]]]);
});

test("Undo of a deletion that the server then refuses has nothing to restore, and the entry stays", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const answer = Promise.withResolvers<void>();
  const restore = vi.fn(done);
  await askToDelete(<Entry remove={() => answer.promise} trash={place} />, restore);
  const entry = page.getByRole("button", { name: "Delete", exact: true });
  await confirm();
  await page.getByRole("button", { name: "Undo" }).click();
  answer.reject(new AppError("unexpected", "The disk is full."));
  await expect.element(page.getByRole("alert").filter({ hasText: "The disk is full." })).toBeVisible();
  await expect.element(entry).toBeVisible();
  expect(restore).not.toHaveBeenCalled();
});

test("Undo of the deletion of several says how many it could not bring back", async () => {
  const many = { name: "3 lamps", count: 3, undo: async () => ({ undone: 1, left: 2 }) };
  await askToDelete(<Entry remove={async () => undefined} many={many} />);
  await confirm();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByText(/^1 of 3 lamps could be restored from here\./)).toBeVisible();
});

test("a deletion is asked for by name, and is none when it is cancelled by the button with the focus, or by Escape", async () => {
  const remove = vi.fn(done);
  await askToDelete(<Entry remove={remove} />);
  const dialog = page.getByRole("dialog", { name: "Are you sure?" });
  for (const key of ["{Enter}", "{Escape}"]) {
    if (key === "{Escape}") await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect.element(dialog.getByText("“Lamp” will be removed.")).toBeVisible();
    await expect.element(dialog.getByRole("button", { name: "No, cancel!" })).toHaveFocus();
    await userEvent.keyboard(key);
    await expect.element(dialog).not.toBeInTheDocument();
  }
  await expect.element(page.getByText("Your imaginary file is safe :)")).toBeVisible();
  expect(remove).not.toHaveBeenCalled();
});

test("a second Enter on the confirmation does not undo the deletion, and Tab reaches Undo", async () => {
  const restore = vi.fn(done);
  await askToDelete(<Entry remove={async () => undefined} trash={place} />, restore);
  page.getByRole("button", { name: "Yes, delete it!" }).element().focus();
  await userEvent.keyboard("{Enter}");
  const toast = page.getByRole("dialog", { name: "Deleted!" });
  await expect.poll(() => toast.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard("{Enter}");
  expect(restore).not.toHaveBeenCalled();
  await expect.element(toast).toBeVisible();

  await userEvent.keyboard("{Tab}");
  await expect.element(toast.getByRole("button", { name: "Undo" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => restore.mock.calls).toEqual([[[place]]]);
});

test("an entry has gone at once, and the five seconds for Undo begin once the server has deleted it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const answer = Promise.withResolvers<void>();
  await askToDelete(<Entry remove={() => answer.promise} trash={place} />);
  await confirm();
  const toast = page.getByRole("dialog", { name: "Deleted!" });
  await expect.element(toast).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Delete", exact: true })).not.toBeInTheDocument();
  vi.advanceTimersByTime(60_000);
  await expect.element(toast).toBeVisible();
  answer.resolve();
  // The list has been loaded again.
  await expect.element(page.getByRole("button", { name: "Delete", exact: true })).toBeVisible();
  vi.advanceTimersByTime(4_000);
  await expect.element(toast).toBeVisible();
  vi.advanceTimersByTime(1_000);
  await expect.element(toast).not.toBeInTheDocument();
});

test("Undo says that an entry is restored, and shows it, though the list cannot be loaded again", async () => {
  const reload = () => Promise.reject(new AppError("unavailable", "The database is busy."));
  await askToDelete(<Entry remove={async () => undefined} trash={place} reload={reload} />);
  const entry = page.getByRole("button", { name: "Delete", exact: true });
  await confirm();
  await expect.element(entry).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByText("“Lamp” has been restored.")).toBeVisible();
  await expect.element(entry).toBeVisible();
});

test("an entry whose list could not be loaded again after its deletion is shown once it can be, if it is restored elsewhere", async () => {
  const client = new QueryClient();
  const load = vi.fn(async () => ["Lamp"]);
  const list = { queryKey: ["lamp"], queryFn: load, retry: false };
  const reload = () => client.invalidateQueries(list, { throwOnError: true });
  await askToDelete(<Listed list={list} reload={reload} />, done, client);
  const entry = page.getByRole("button", { name: "Delete", exact: true });
  load.mockRejectedValueOnce(new AppError("unavailable", "The database is busy."));
  await confirm();
  await expect.poll(() => client.getQueryState(list.queryKey)?.status).toBe("error");
  await expect.element(entry).not.toBeInTheDocument();
  await client.refetchQueries(list);
  await expect.element(entry).toBeVisible();
});
