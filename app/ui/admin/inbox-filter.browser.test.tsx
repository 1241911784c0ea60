import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useFilter } from "./inbox-filter.tsx";

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
