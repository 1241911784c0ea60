import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { failing, refusal } from "#test/office/failing-calls.ts";
import { alerts, api, expectErrors, lookAgainUntil, main, openOffice, setUpOffice } from "#test/office/office.tsx";

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

test("a failed poll for new messages changes nothing on the screen", async () => {
  expectErrors(/^Loading failed/);
  await failing({ path: "/api/quote/counts" }, refusal(500, "unexpected", "Out of order."), async (calls) => {
    await openOffice("/admin");
    const look = () => dispatchEvent(new Event("focus")) && calls();
    // Once the next one is asked, what the first has led to is shown.
    await expect.poll(look, { interval: 300 }).toBeGreaterThan(1);
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("All Projects");
    expect(alerts().elements()).toEqual([]);
  });
});
