import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { AppError } from "#app/shared/app-error.ts";
import { SecondFactorPane } from "./second-factor-pane.tsx";

test("where the answer with the recovery codes was lost, it is said that others may count", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const lost = () => Promise.reject(new AppError("unavailable", "No answer.", { cause: new Error("timed out") }));
  const calls = {
    start: async () => ({ secret: "JBSWY3DPEHPK3PXP", address: "otpauth://totp/Site" }),
    ...{ confirm: lost, renew: lost, drop: lost },
  };
  const pane = (isOn: boolean) => (
    <SecondFactorPane
      query={{ data: { isOn, recoveryCodesLeft: isOn ? 10 : 0 }, error: null, refetch: () => {} }}
      {...{ userId: 1, email: "ada@example.com", calls, onChanged: () => {} }}
    />
  );
  const { rerender } = await render(pane(false));
  await page.getByRole("button", { name: "Set Up" }).click();
  await page.getByLabelText("Current password").fill("Quiet-harbour-7");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabelText("Code", { exact: true }).fill("\u200b");
  await expect.element(page.getByRole("button", { name: "Switch On" })).toBeDisabled();
  await page.getByLabelText("Code", { exact: true }).fill("123456");
  await page.getByRole("button", { name: "Switch On" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("No answer.");
  await rerender(pane(true));
  await expect.element(page.getByText(/10 recovery codes/)).toBeVisible();
  await expect.element(page.getByText(/^An answer was lost:/)).toBeVisible();
  await page.getByRole("button", { name: "Switch off" }).click();
  await page.getByLabelText("Current password").fill("Quiet-harbour-7");
  await page.getByLabelText("Code", { exact: true }).fill("\u200b");
  await expect.element(page.getByRole("button", { name: "Switch Off", exact: true })).toBeDisabled();
});
