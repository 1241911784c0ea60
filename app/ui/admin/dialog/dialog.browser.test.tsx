import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { Dialog } from "./dialog.tsx";

test("a dialog reopened before its close event arrives stays open", async () => {
  let isWanted = true;
  const close = () => {
    isWanted = false;
  };
  const question = (isOpen: boolean) => (
    <Dialog isOpen={isOpen} title="Erase this person?" onClose={close}>
      <p>For good.</p>
    </Dialog>
  );
  const { baseElement, rerender } = await render(question(true));
  const dialog = baseElement.querySelector("dialog");
  const closed = new Promise((resolve) => dialog?.addEventListener("close", resolve, { once: true }));
  // The close event is queued by close(), so that reopening at once comes before it.
  dialog?.close();
  dialog?.showModal();
  await rerender(question(true));
  await closed;
  expect(isWanted).toBe(true);
});

test("a dialog that the browser closed by itself is reported as closed", async () => {
  let closings = 0;
  const { baseElement } = await render(
    <Dialog isOpen title="Erase this person?" onClose={() => closings++}>
      <p>For good.</p>
    </Dialog>,
  );
  const dialog = baseElement.querySelector("dialog");
  dialog?.close();
  await expect.poll(() => closings).toBe(1);
});

test("a dialog that fades still says what it said, and ignores a second press", async () => {
  const erase = vi.fn();
  const question = (name: string | undefined) => (
    <Dialog isOpen={name !== undefined} title={`Erase ${name}?`} onClose={() => {}}>
      {name && (
        <button type="button" onClick={() => erase(name)}>
          Erase {name}
        </button>
      )}
    </Dialog>
  );
  const { baseElement, rerender } = await render(question("Ada"));
  const button = baseElement.querySelector<HTMLElement>("dialog button");
  button?.click();
  await rerender(question(undefined));
  button?.click();
  expect(baseElement.querySelector("dialog")?.textContent).toBe("Erase Ada?Erase Ada");
  expect(erase.mock.calls).toEqual([["Ada"]]);
});
