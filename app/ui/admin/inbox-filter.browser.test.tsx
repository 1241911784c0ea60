import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { render } from "vitest-browser-react";
import "#app/ui/tokens.css";
import "#app/ui/base.css";
import { InboxFilter, useFilter } from "./inbox-filter.tsx";

function Filtered() {
  const { values, q, set } = useFilter(["source", "status"], "quotes");
  const both = () => {
    set("source", "contact");
    set("status", "won");
  };
  return (
    <>
      <button type="button" onClick={both}>
        Choose
      </button>
      <button type="button" onClick={() => set("q", "Ada")}>
        Search
      </button>
      <p data-testid="shown">{[values.source, values.status, q].join(" ")}</p>
    </>
  );
}

test("a filter chosen before the list shows the one before it keeps that", async () => {
  await render(<RouterProvider router={createMemoryRouter([{ path: "/", element: <Filtered /> }])} />);
  await page.getByRole("button", { name: "Choose" }).click();
  await expect.element(page.getByTestId("shown")).toHaveTextContent("contact won");
  await page.getByRole("button", { name: "Search" }).click();
  await expect.element(page.getByTestId("shown")).toHaveTextContent("contact won Ada");
});

test.each([1, 2, 3])(
  "on a phone the choices fill a row, and the number is beside the export below them: %i",
  async (count) => {
    await page.viewport(390, 844);
    const choice = { value: "", options: [{ value: "", label: "All" }], onChange: () => {} };
    const choices = ["State", "Status", "Source"].slice(0, count).map((label) => ({ ...choice, name: label, label }));
    const filter = { what: "quotes", q: "", example: "A name", onSearch: () => {}, onExport: async () => {} };
    await render(<InboxFilter {...filter} choices={choices} count="130 addresses" />);
    const boxOf = (locator: Locator) => locator.element().getBoundingClientRect();
    const middleOf = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
    const [number, button] = [boxOf(page.getByRole("status")), boxOf(page.getByRole("button", { name: "Export CSV" }))];
    const first = boxOf(page.getByLabelText(choices[0]?.label ?? ""));
    const last = boxOf(page.getByLabelText(choices.at(-1)?.label ?? ""));
    expect(Math.abs(middleOf(number) - middleOf(button))).toBeLessThan(1);
    expect(number.top).toBeGreaterThan(last.bottom);
    expect([first.left, last.right]).toEqual([number.left, button.right]);
  },
);
