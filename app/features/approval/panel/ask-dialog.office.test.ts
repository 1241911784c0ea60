import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { failing, refusal } from "#test/office/failing-calls.ts";
import { alerts, api, expectErrors, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

test("what is typed to ask a client is kept when the call fails and the page is loaded again, until the link is made", async () => {
  expectErrors(/^Sending failed/);
  const { slug } = await api.post("/faq/add", {
    question: "What do you build?",
    answer: "Web sites.",
    published: false,
  });
  const name = page.getByLabelText("For whom");
  const days = page.getByLabelText("Days");
  const make = page.getByRole("button", { name: "Make the link" });
  const open = async () => {
    await openOffice(`/admin/faq/update/${slug}`);
    await page.getByRole("button", { name: "Ask a client…" }).click();
  };
  await open();
  await name.fill("Ada Lovelace");
  await days.fill("\u200b");
  await expect.element(make).toBeDisabled();
  await days.fill("30");
  const call = { method: "POST", path: "/api/approval/:noun/:slug" } as const;
  await failing(call, refusal(503, "unavailable", "The disk is full."), async () => {
    await make.click();
    await expect.element(alerts().filter({ hasText: "The disk is full." })).toBeVisible();
  });
  await expect.element(name).toHaveValue("Ada Lovelace");
  await open();
  await expect.element(name).toHaveValue("Ada Lovelace");
  await expect.element(days).toHaveValue("30");
  await make.click();
  await expect.element(page.getByRole("dialog", { name: "The link is made" })).toBeVisible();
  await open();
  await expect.element(name).toHaveValue("");
});

test("what was not saved yet is saved as a draft before a client is asked, and said, or nobody is asked", async () => {
  expectErrors(/^The draft was not saved/);
  const { slug } = await api.post("/faq/add", { question: "Who sees it?", answer: "Nobody.", published: false });
  await openOffice(`/admin/faq/update/${slug}`);
  const answer = page.getByLabelText("Answer");
  const ask = page.getByRole("button", { name: "Ask a client…" });
  const dialog = page.getByRole("dialog", { name: "Ask a client" });
  await answer.fill("The client.");
  await failing(
    { method: "PUT", path: "/api/draft/:noun/:slug" },
    refusal(503, "unavailable", "The disk is full."),
    async () => {
      await ask.click();
      await expect.element(page.getByText(/The disk is full\./).first()).toBeVisible();
    },
  );
  await expect.element(dialog).not.toBeInTheDocument();
  await ask.click();
  await expect
    .element(dialog.getByText("Your changes have been saved as a draft: the client sees them."))
    .toBeVisible();
  expect((await api.get(`/draft/faq/${slug}`)).changes).toMatchObject({ answer: "The client." });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await ask.click();
  await expect.element(dialog.getByLabelText("For whom")).toBeVisible();
  await expect.element(dialog.getByText(/^Your changes/)).not.toBeInTheDocument();
});
