import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { AppError } from "#app/shared/app-error.ts";
import { Toasts } from "#app/ui/admin/notice/toast.tsx";
import { SecondFactorPane } from "./second-factor-pane.tsx";

test("where the answer with the recovery codes was lost, it is said that they were never shown", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const lost = () => Promise.reject(new AppError("unavailable", "No answer.", { cause: new Error("timed out") }));
  const calls = {
    start: async () => ({ secret: "JBSWY3DPEHPK3PXP", address: "otpauth://totp/Site" }),
    ...{ confirm: lost, renew: lost, drop: lost },
  };
  const pane = (isOn: boolean) => (
    <>
      <SecondFactorPane
        query={{ data: { isOn, recoveryCodesLeft: isOn ? 10 : 0 }, error: null, refetch: () => {} }}
        {...{ userId: 1, email: "ada@example.com", calls, onChanged: () => {} }}
      />
      <Toasts />
    </>
  );
  const { rerender } = await render(pane(false));
  await page.getByRole("button", { name: "Set Up" }).click();
  await page.getByLabelText("Current password").fill("Quiet-harbour-7");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabelText("Code", { exact: true }).fill("123456");
  await page.getByRole("button", { name: "Switch On" }).click();
  await expect.element(page.getByText(/make new recovery codes/)).toBeVisible();
  await rerender(pane(true));
  await expect.element(page.getByText(/10 recovery codes/)).toBeVisible();
  await expect.element(page.getByText(/make new recovery codes/)).toBeVisible();
});
