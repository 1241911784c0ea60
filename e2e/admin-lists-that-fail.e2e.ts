import { expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";

const screens = [
  { name: "projects", address: "/admin", call: "**/api/project/get-all", heading: "All Projects" },
  {
    name: "details",
    address: "/admin/detail/nft-marketplace",
    call: "**/api/project/nft*",
    heading: "Project Details",
  },
  { name: "jobs", address: "/admin/job", call: "**/api/job/get-all", heading: "Jobs" },
  { name: "questions", address: "/admin/faq", call: "**/api/faq/get-all", heading: "FAQ's" },
  { name: "reviews", address: "/admin/review", call: "**/api/review/get-all", heading: "All Reviews" },
  { name: "site", address: "/admin/site", call: "**/api/site/get-all", heading: "Site" },
];

for (const { name, address, call, heading } of screens)
  test(`${name}: a refused, late or lost answer is told, never taken for an empty list, and can be tried again`, async ({
    page,
    problems,
  }) => {
    test.slow();
    problems.expect(/^500 GET/);
    problems.expect(/^failed: GET/);
    await page.setViewportSize({ width: 390, height: 844 });
    // As long as the product waits, twenty times over.
    await page.addInitScript(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (ms) => timeout(ms / 20);
    });
    await loginAsAdmin(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const alert = page.getByRole("alert");
    const retry = alert.getByRole("button", { name: "Retry" });

    await page.route(call, (route) =>
      route.fulfill({ status: 500, json: { code: "unexpected", message: "The disk is full.", errors: [] } }),
    );
    await page.goto(address);
    await expect(alert).toContainText("The disk is full.");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page.getByText(/Not Found/)).toHaveCount(0);
    await expectNoAxeViolations(page);

    await page.unroute(call);
    await page.route(call, () => {});
    await retry.click();
    await expect(alert).not.toContainText("The disk is full.");
    await expect(alert).toContainText("Try again");

    await page.unroute(call);
    await page.route(call, (route) => route.abort("internetdisconnected"));
    await retry.click();
    await expect(alert).toContainText("Try again");

    await page.unroute(call);
    await retry.click();
    await expect(alert).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  });
