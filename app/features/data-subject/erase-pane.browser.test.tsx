import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ErasePane } from "./erase-pane.tsx";

test("nobody is erased by an address that cannot be seen", async () => {
  await render(<ErasePane erase={() => Promise.reject(new Error("Nothing is erased."))} onErased={() => {}} />);
  const erase = page.getByRole("button", { name: "Erase" });
  await page.getByLabelText("E-mail address of the person").fill("\u200b");
  await expect.element(erase).toBeDisabled();
  await page.getByLabelText("E-mail address of the person").fill("ada@example.com");
  await expect.element(erase).toBeEnabled();
});
