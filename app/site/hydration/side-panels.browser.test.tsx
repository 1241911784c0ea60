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
