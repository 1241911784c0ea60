import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { holdAnswers } from "#test/office/failing-calls.ts";
import { api, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

const heading = () => page.getByRole("heading", { level: 1 });
const button = (name: string) => page.getByRole("button", { name, exact: true });

async function press(what: Locator): Promise<void> {
  await expect.element(what).toBeEnabled();
  (what.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
}

test("a button of a message keeps the focus while it works, and when there is nothing left for it to do", async () => {
  await page.viewport(1280, 720);
  const { slug } = await api.post("/quote/new", { fullName: "Ada", email: "ada@example.com", message: "An engine" });
  await openOffice(`/admin/quote/${slug}`);
  await press(button("Mark unread"));
  await expect.element(button("Mark read")).toHaveFocus();

  await page.getByLabelText("Next step").fill("Call");
  await press(button("Save"));
  await expect.poll(async () => (await api.get(`/quote/${slug}`)).nextStep).toBe("Call");
  await expect.element(button("Save")).toHaveAttribute("aria-disabled", "true");
  await expect.element(button("Save")).not.toHaveAttribute("aria-busy");
  await expect.element(button("Save")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await userEvent.tab();
  await expect.element(button("Save")).toBeDisabled();

  const note = page.getByLabelText("Private note");
  await note.fill("Called.");
  const arrive = holdAnswers((_method, path) => path.includes("/note/"));
  await press(button("Add note"));
  await arrive();
  await expect.element(note).toHaveValue("");
  await expect.element(button("Add note")).toHaveFocus();
});

test("Save keeps the focus on the Site screen, and the bar of drafts takes it when Unpublish goes", async () => {
  await openOffice("/admin/site?section=about");
  await page.getByLabelText("Faq lead", { exact: true }).fill("Ask us anything.");
  await press(button("Save"));
  await expect.element(page.getByText("Everything is saved.")).toBeVisible();
  await expect.element(button("Save")).toHaveFocus();

  const { slug } = await api.post("/faq/add", { question: "Is it public?", answer: "Yes." });
  await openOffice(`/admin/faq/update/${slug}`);
  await press(button("Unpublish"));
  await expect.element(button("Unpublish")).not.toBeInTheDocument();
  await expect.element(page.getByRole("region", { name: "Draft", exact: true })).toHaveFocus();
});

test("the heading takes the focus when selected entries of the trash are restored", async () => {
  const { slug } = await api.post("/faq/add", { question: "Is it gone?", answer: "Yes." });
  await api.remove(`/faq/${slug}`);
  await openOffice("/admin/trash");
  await page.getByRole("checkbox", { name: "Select Is it gone?" }).click();
  await press(button("Restore selected"));
  await expect.element(page.getByRole("heading", { name: "Is it gone?" })).not.toBeInTheDocument();
  await expect.element(heading()).toHaveFocus();
});

test("Compare keeps the focus", async () => {
  await openOffice("/admin/activity/as-of");
  await page.getByLabelText(/^Date and time/).fill("2026-01-02T03:04");
  await press(button("Compare"));
  await expect.element(page.getByRole("region", { name: /set back|difference/ })).toBeVisible();
  await expect.element(button("Compare")).toHaveFocus();
});

test("the heading takes the focus when a picture is replaced, and when that is undone", async () => {
  const canvas = new OffscreenCanvas(400, 100);
  canvas.getContext("2d")?.fillRect(0, 0, 400, 100);
  const file = new File([await canvas.convertToBlob({ type: "image/png" })], "black.png", { type: "image/png" });
  await openOffice("/admin/pictures");
  const replace = button("Replace").first();
  await expect.element(replace).toBeVisible();
  (replace.element() as HTMLElement).focus();
  await userEvent.upload(page.getByLabelText(/^Replace Picture of/).first(), file);
  const notice = page.getByRole("dialog", { name: "Replaced" });
  await expect.element(notice).toBeVisible();
  await expect.element(heading()).toHaveFocus();
  await press(notice.getByRole("button", { name: "Undo" }));
  await expect.element(page.getByText(/^The former picture is back/)).toBeVisible();
  await expect.element(heading()).toHaveFocus();
});
