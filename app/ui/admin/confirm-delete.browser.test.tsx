import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { AppError, type ErrorCode } from "#app/shared/app-error.ts";
import { DeletionProvider, useDeletion } from "./confirm-delete.tsx";
import { Toasts } from "./toast.tsx";

function Entry({ remove }: { remove: () => Promise<unknown> }) {
  const { ask } = useDeletion();
  const reload = async () => undefined;
  return (
    <button type="button" onClick={() => ask({ id: "lamp:1", name: "Lamp", remove, reload })}>
      Delete
    </button>
  );
}

async function refuseWith(code: ErrorCode, message: string) {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const remove = () => Promise.reject(new AppError(code, message));
  await render(
    <DeletionProvider restore={async () => undefined}>
      <Entry remove={remove} />
      <Toasts />
    </DeletionProvider>,
  );
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Yes, delete it!" }).click();
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
