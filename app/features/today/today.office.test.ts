import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { queryClient } from "#app/admin/query-client.ts";
import { api, expectNoAxeViolations, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

test("a message that arrives while Today is open is counted there", async () => {
  const figure = (words: string) => page.getByRole("heading", { name: words, exact: true });
  await openOffice("/admin/today");
  await expect.element(figure("0 New leads")).toBeVisible();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await api.post("/quote/new", { fullName: "Late Bird", email: "lead@example.com", message: "A ring" });
  // As every thirty seconds.
  await queryClient.invalidateQueries({ queryKey: ["quote", "counts"] });
  await expect.element(figure("1 New leads")).toBeVisible();
});

test("every next step that is due can be reached from Today, with its year, and leads back there", async () => {
  for (let n = 1; n <= 10; n++) {
    const { slug } = await api.post("/quote/new", {
      fullName: `Lead ${n}`,
      email: "lead@example.com",
      message: "A ring",
    });
    await api.put(`/quote/${slug}`, { nextStep: `Step ${n}`, nextStepOn: "2025-12-31" });
  }
  await page.viewport(390, 844);
  await openOffice("/admin/today");
  await expect.element(page.getByRole("heading", { name: "Next steps that are due 10" })).toBeVisible();
  const last = page.getByRole("link", { name: /Step 10/ });
  await expect.element(last).not.toBeInTheDocument();
  await userEvent.click(page.getByText("2 more", { exact: true }));
  await expect.element(last).toBeVisible();
  await expect.element(last.getByText("31 Dec 25")).toBeVisible();
  await expectNoAxeViolations();
  await last.click();
  await expect.element(page.getByRole("heading", { name: "Lead 10" }).first()).toBeVisible();
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
});
