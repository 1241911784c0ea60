import { expect, test } from "vitest";
import { cdp, page } from "vitest/browser";
import { openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

/** Of the browser's protocol, whose commands are not typed here. */
const emulate = (features: { name: string; value: string }[]) =>
  (cdp() as unknown as { send: (command: string, options: object) => Promise<unknown> }).send(
    "Emulation.setEmulatedMedia",
    { features },
  );

test("the current line of the side bar is highlighted in forced colours too", async () => {
  await page.viewport(1280, 720);
  await openOffice("/admin/trash");
  const groundOf = (element: Element) => getComputedStyle(element).backgroundColor;
  await expect.element(page.getByRole("link", { name: "Trash", exact: true })).toHaveAttribute("aria-current", "page");
  try {
    await emulate([{ name: "forced-colors", value: "active" }]);
    expect(matchMedia("(forced-colors: active)").matches).toBe(true);
    // Any ground that is not exempt is replaced by the one of the page.
    expect(groundOf(page.getByRole("link", { name: "Trash", exact: true }).element())).not.toBe(
      groundOf(document.body),
    );
  } finally {
    await emulate([]);
  }
});
