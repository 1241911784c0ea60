import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { render } from "vitest-browser-react";
import "#app/ui/tokens.css";
import "#app/ui/base.css";
import "#app/admin/admin.css";
import "#app/admin/primitives.css";
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

const boxOf = (locator: Locator) => locator.element().getBoundingClientRect();

async function showFilter(labels: string[]): Promise<void> {
  const choice = { value: "", options: [{ value: "", label: "All" }], onChange: () => {} };
  const filter = { what: "quotes", q: "", example: "A name", onSearch: () => {}, onExport: async () => {} };
  const choices = labels.map((label) => ({ ...choice, name: label, label }));
  await render(<InboxFilter {...filter} choices={choices} count="130 addresses" />);
}

const labels = ["State", "Status", "Source"];

test.each([1, 2, 3])(
  "on a phone the choices fill a row, and the number is beside the export below them: %i",
  async (count) => {
    await page.viewport(390, 844);
    await showFilter(labels.slice(0, count));
    const [first, last] = [labels[0], labels[count - 1]].map((label = "") => boxOf(page.getByLabelText(label)));
    const number = boxOf(page.getByRole("status"));
    const button = boxOf(page.getByRole("button", { name: "Export CSV" }));
    expect(number.top + number.bottom).toBeCloseTo(button.top + button.bottom, 0);
    expect(number.top).toBeGreaterThan(last?.bottom ?? 0);
    expect([first?.left, last?.right]).toEqual([number.left, button.right]);
  },
);

test.each([1, 2, 3])("on a tablet the search, the choices and the export fill their rows: %i", async (count) => {
  await page.viewport(768, 900);
  await showFilter(labels.slice(0, count));
  const search = boxOf(page.getByLabelText("Find in quotes"));
  const last = boxOf(page.getByLabelText(labels[count - 1] ?? ""));
  const button = boxOf(page.getByRole("button", { name: "Export CSV" }));
  expect(button.right).toBeCloseTo(document.body.clientWidth, 0);
  expect(button.top).toBeCloseTo(last.top, 0);
  if (count < 3) expect(search.top).toBeCloseTo(button.top, 0);
  else expect(search.right).toBe(button.right);
});
