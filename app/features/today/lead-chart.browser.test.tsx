import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import "#app/ui/tokens.css";
import "#app/ui/base.css";
import "#app/admin/primitives.css";
import { LeadChart } from "./lead-chart.tsx";

test("the chart of leads begins with the newest week, writes thousands, and draws the forms one after the other", async () => {
  const weeks = [
    { from: "2026-11-09", quote: 1_200, contact: 34 },
    { from: "2026-11-16", quote: 0, contact: 617 },
  ];
  const { container } = await render(<LeadChart weeks={weeks} />);
  await expect.element(page.getByRole("row").nth(1)).toHaveTextContent("16 Nov0617617");
  await expect.element(page.getByRole("row").nth(2)).toHaveTextContent("9 Nov1,200341,234");
  const widths = [...container.querySelectorAll("rect")].map((bar) => Math.round(bar.getBBox().width));
  expect(widths).toEqual([0, 617, 1_200, 34]);
  const [table] = container.getElementsByTagName("table");
  const bars = [...container.querySelectorAll("svg")].map((bar) => bar.getBoundingClientRect());
  for (const { width } of bars) expect(width).toBeGreaterThan((table?.offsetWidth ?? 0) / 3);

  // In its pane on the narrowest phone, with the spacing of WCAG 1.4.12.
  await page.viewport(320, 800);
  container.style.cssText = "width: 238px; font-size: var(--fs-small); letter-spacing: .12em; word-spacing: .16em";
  expect(table?.offsetWidth).toBe(238);
});
