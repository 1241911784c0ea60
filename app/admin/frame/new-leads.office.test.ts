import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { failing, refusal } from "#test/office/failing-calls.ts";
import { api, expectErrors, lookAgainUntil, main, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

const note = page.getByRole("status").filter({ hasText: /new message/ });
const write = (fullName: string) =>
  api.post("/quote/new", { fullName, email: "lead@example.com", message: "Is it ready?" });

test("the notice of new messages in the inbox says where they are, one or several", async () => {
  await write("Early Bird");
  await openOffice("/admin/quote");
  await expect.element(main().getByText("Early Bird")).toBeVisible();
  const link = page.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: "Quote", exact: true });
  await expect.element(link).toHaveAccessibleDescription("1 unread");
  await write("Night Owl");
  await lookAgainUntil(note.filter({ hasText: "1 new message" }));
  await expect.element(note).toHaveTextContent("1 new messageIt is at the top of the list.");
  await expect.element(main().getByText("2 messages", { exact: true })).toBeVisible();

  for (const fullName of ["Second Owl", "Third Owl"]) await write(fullName);
  await lookAgainUntil(note.filter({ hasText: "2 new messages" }));
  await expect.element(note).toHaveTextContent("2 new messagesThey are at the top of the list.");
});

test("a message that arrives elsewhere is announced, counted and linked; earlier ones are not, and a failed look for new ones changes nothing", async () => {
  expectErrors(/^Loading failed/);
  const heading = page.getByRole("heading", { level: 1 });
  await openOffice("/admin");
  await expect.element(heading).toHaveTextContent("All Projects");
  await expect.element(note).not.toBeInTheDocument();
  await failing({ path: "/api/quote/counts" }, refusal(500, "unexpected", "Out of order."), async (calls) => {
    // Once the next one is asked, what the first has led to is shown.
    const look = () => {
      dispatchEvent(new Event("focus"));
      return calls();
    };
    await expect.poll(look, { interval: 300 }).toBeGreaterThan(1);
    await expect.element(heading).toHaveTextContent("All Projects");
    expect(page.getByRole("alert").elements().length, "without waiting until it has gone").toBe(0);
  });

  await write("Late Bird");
  await lookAgainUntil(note.filter({ hasText: "1 new message" }));
  expect(document.title).toMatch(/^\(1\) All Projects \| Jorna back office$/);
  await note.getByRole("link", { name: "Show" }).click();
  await expect.element(page.getByRole("article").first()).toHaveTextContent("Late Bird");
  await expect.poll(() => document.title).toMatch(/^All Quotes \| Jorna back office$/);
  await expect.element(note).not.toBeInTheDocument();
});
