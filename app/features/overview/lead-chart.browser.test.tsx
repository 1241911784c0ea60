import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { LeadChart } from "./lead-chart.tsx";

test("the chart of leads writes thousands like every other figure, and says whom it leaves out", async () => {
  const weeks = [
    { from: "2026-11-09", quote: 1_200, contact: 34 },
    { from: "2026-11-16", quote: 0, contact: 5 },
  ];
  await render(<LeadChart weeks={weeks} />);
  const name = "Leads by week: 1,239 in twelve weeks, at most 1,234 in one, without suspected spam.";
  await expect.element(page.getByRole("img", { name })).toBeVisible();
  await expect.element(page.getByText("1,234", { exact: true })).toBeVisible();
  await page.getByText("The same as a table").click();
  await expect.element(page.getByRole("cell", { name: "1,200", exact: true })).toBeVisible();
  await expect.element(page.getByText("Without suspected spam", { exact: true })).toBeVisible();
});
