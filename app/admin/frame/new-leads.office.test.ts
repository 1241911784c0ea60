import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api, lookAgainUntil, main, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

const write = (fullName: string) =>
  api.post("/quote/new", { fullName, email: "lead@example.com", message: "Is it ready?" });

test("the notice of new messages in the inbox says where they are, one or several", async () => {
  await write("Early Bird");
  await openOffice("/admin/quote");
  await expect.element(main().getByText("Early Bird")).toBeVisible();
  const link = page.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: "Quote", exact: true });
  await expect.element(link).toHaveAccessibleDescription("1 unread");
  const note = page.getByRole("status").filter({ hasText: /new message/ });

  await write("Night Owl");
  await lookAgainUntil(note.filter({ hasText: "1 new message" }));
  await expect.element(note).toHaveTextContent("1 new messageIt is at the top of the list.");
  await expect.element(main().getByText("2 messages", { exact: true })).toBeVisible();

  for (const fullName of ["Second Owl", "Third Owl"]) await write(fullName);
  await lookAgainUntil(note.filter({ hasText: "2 new messages" }));
  await expect.element(note).toHaveTextContent("2 new messagesThey are at the top of the list.");
});
