import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { EditBar } from "./edit-bar.tsx";
import type { EditSource } from "./edit-source.ts";

test("once all is published the focus goes on in the bar, but stays where somebody has begun to type", async () => {
  const source = { labelOf: (name: string) => name, publish: () => {}, advice: [], lostDrawings: [], message: null };
  const editing = (changed: string[]) => (
    <>
      <input aria-label="A text of the page" />
      <EditBar
        ref={{ current: null }}
        path="/about"
        form={undefined}
        sources={[{ ...source, changed } as unknown as EditSource]}
        isUploading={false}
      />
    </>
  );
  const publish = page.getByRole("button", { name: "Publish" });
  const text = page.getByLabelText("A text of the page");
  const { rerender } = await render(editing(["Lead"]));
  await publish.click();
  await rerender(editing([]));
  await expect.element(page.getByRole("link", { name: "Stop editing" })).toHaveFocus();

  await rerender(editing(["Lead"]));
  await publish.click();
  await text.click();
  await rerender(editing([]));
  await userEvent.keyboard("typed on");
  await expect.element(text).toHaveValue("typed on");
});
