import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { addAdministrator, api, expectNoAxeViolations, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice({ mail: "accept" });

const says = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible();

test("the screens that make a link say where it goes, and show it too", async () => {
  await openOffice("/admin/account/invite");
  await page.getByLabelText("Full name").fill("Grace Hopper");
  await page.getByLabelText("Email").fill("grace@example.com");
  await page.getByRole("button", { name: "Make Link" }).click();
  await says(
    /^It goes to grace@example\.com by mail\. The link is also here, in case that mail does not arrive\. It works once/,
  );
  await expect.element(page.getByLabelText("Link")).toHaveValue(expect.stringMatching(/\/admin\/invite\/[\w-]{43}$/));
  await expectNoAxeViolations();

  const { email } = await addAdministrator("Ada Lovelace");
  await openOffice("/admin/account/people");
  await expect
    .element(
      page
        .getByRole("listitem")
        .filter({ hasText: "grace@example.com" })
        .getByText(/Invitation: (sent|waiting)/),
    )
    .toBeVisible();
  await page.getByRole("button", { name: "Actions for Ada Lovelace" }).click();
  await page.getByRole("menuitem", { name: "Reset link" }).click();
  await page.getByRole("button", { name: "Make Link" }).click();
  await says(new RegExp(`^It goes to ${email.replaceAll(".", "\\.")} by mail\\. The link is also here`));
  await expectNoAxeViolations();
  await expect.element(page.getByLabelText("Link")).toBeVisible();
});

test("a client who is asked with an address is mailed the link; without one it has to be passed on", async () => {
  const { slug } = await api.post("/faq/add", { question: "Who?", answer: "You.", published: false });
  for (const [address, said] of [
    ["ada@client.example", "It goes to ada@client.example by mail."],
    ["", "No mail is sent: pass this link on through a channel you trust."],
  ] as const) {
    await openOffice(`/admin/faq/update/${slug}`);
    await page.getByRole("button", { name: "Ask a client…" }).click();
    await page.getByLabelText("For whom").fill("Ada Lovelace");
    await page.getByLabelText("Email (optional)").fill(address);
    await page.getByRole("button", { name: "Make the link" }).click();
    const made = page.getByRole("dialog", { name: "The link is made" });
    await expect.element(made).toBeVisible();
    await expect.element(made.getByLabelText("Link")).toHaveValue(expect.stringMatching(/\/approve\/[\w-]{43}$/));
    expect(made.element().textContent).toContain(said);
    await made.getByRole("button", { name: "Close" }).click();
  }
});
