import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { failing, refusal } from "#test/office/failing-calls.ts";
import { alerts, expectErrors, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice({ mail: "accept" });

test("the address typed for a test mail is kept when the call fails and the page is loaded again, until it is sent", async () => {
  expectErrors(/^Sending failed/);
  const to = page.getByLabelText("To", { exact: true });
  const send = page.getByRole("button", { name: "Send Test Mail" });
  await openOffice("/admin/mail");
  await to.fill("ada@example.com");
  await failing(
    { method: "POST", path: "/api/mail/test" },
    refusal(503, "unavailable", "The disk is full."),
    async () => {
      await send.click();
      await expect.element(alerts().filter({ hasText: "The disk is full." })).toBeVisible();
    },
  );
  await expect.element(to).toHaveValue("ada@example.com");
  await openOffice("/admin/mail");
  await expect.element(to).toHaveValue("ada@example.com");
  await send.click();
  await expect.element(page.getByRole("status").filter({ hasText: "Sent to ada@example.com." })).toBeVisible();
  await openOffice("/admin/mail");
  await expect.element(to).toHaveValue("");
});

test("a test mail that is not sent names the mail server once", async () => {
  const answer = "The mail server refuses connections (connect ECONNREFUSED 127.0.0.1:9)";
  const body = { data: { isSent: false, to: "ada@example.com", answer } };
  await openOffice("/admin/mail");
  await failing({ method: "POST", path: "/api/mail/test" }, { status: 200, body }, async () => {
    await page.getByRole("button", { name: "Send Test Mail" }).click();
    await expect.element(alerts()).toHaveTextContent(`Not sent to ada@example.com. ${answer}.`);
  });
});
