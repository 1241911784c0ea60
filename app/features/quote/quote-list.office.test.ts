import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { failing } from "#test/office/failing-calls.ts";
import { api, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

test("an empty inbox does not say that nobody has written when what was written is in the Trash", async () => {
  const { slug } = await api.post("/quote/new", { fullName: "Ada", email: "ada@example.com", message: "An engine" });
  await api.remove(`/quote/${slug}`);
  await openOffice("/admin/quote");
  await expect.element(page.getByRole("heading", { name: "Quotes Not Found" })).toBeVisible();
  await expect.element(page.getByText(/Deleted ones stay in the Trash for 30 days/)).toBeVisible();
});

test("thousands of unread and suspected messages are counted in the filter as everywhere else", async () => {
  await api.post("/quote/new", { fullName: "Grace", email: "grace@example.com", message: "A compiler" });
  const data = { total: 4300, unread: 3000, spam: 1200, fresh: 0 };
  await failing({ path: "/api/quote/counts" }, { status: 200, body: { data } }, async () => {
    await openOffice("/admin/quote");
    const filter = page.getByRole("combobox", { name: "Show" });
    await expect.element(filter).toHaveTextContent("AllNot spamUnread (3,000)Suspected spam (1,200)");
  });
});
