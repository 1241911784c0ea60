import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { MoveDialog } from "./move-dialog.tsx";

test.each(["12", "١٢", "१२", " １２ "])("the position %s is number twelve", async (typed) => {
  const move = vi.fn();
  await render(<MoveDialog entry={{ name: "Agora", place: 2, count: 40, move }} onClose={() => {}} />);
  await page.getByLabelText("Place").fill(typed);
  await page.getByRole("button", { name: "Move" }).click();
  expect(move).toHaveBeenCalledWith(11);
});
