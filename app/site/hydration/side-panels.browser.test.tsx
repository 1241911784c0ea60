import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { SidePanel } from "#app/ui/site/side-panel.tsx";
import { enableSidePanels } from "./side-panels.ts";

test("leaving the page closes the menu, to which Back would return, but not a panel with a form", async () => {
  await render(
    <>
      <a href="#menu">Open the menu</a>
      <a href="#quote">Open the form</a>
      <SidePanel id="menu" title="Menu" isLeft>
        <a href="/about">About</a>
      </SidePanel>
      <SidePanel id="quote" title="Quote">
        <input aria-label="Name" />
      </SidePanel>
    </>,
  );
  enableSidePanels();
  const [menu, quote] = [page.getByRole("dialog", { name: "Menu" }), page.getByRole("dialog", { name: "Quote" })];
  await page.getByText("Open the menu").click();
  await expect.element(menu).toBeVisible();
  dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  await expect.element(menu).not.toBeInTheDocument();
  await page.getByText("Open the form").click();
  await expect.element(quote).toBeVisible();
  dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  await expect.element(quote).toBeVisible();
});

test("a fragment that arrives later, from a bookmark or an edited address, opens its panel", async () => {
  await render(
    <SidePanel id="later" title="Later">
      <input aria-label="Name" />
    </SidePanel>,
  );
  enableSidePanels();
  const panel = page.getByRole("dialog", { name: "Later" });
  await expect.element(panel).not.toBeInTheDocument();
  location.hash = "#later";
  await expect.element(panel).toBeVisible();
  expect(location.hash).toBe("");
  await panel.getByRole("button", { name: "Close" }).click();
  await expect.element(panel).not.toBeInTheDocument();
});
