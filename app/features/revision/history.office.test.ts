import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api, main, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

test("restoring a version says before and after that it takes the entry off the site, or publishes it", async () => {
  const { slug } = await api.post("/faq/add", { question: "What is old?", answer: "First.", published: false });
  await api.put(`/faq/edit/${slug}`, { answer: "Second.", published: true });
  await openOffice(`/admin/history/faq/${slug}`);
  for (const [label, said] of [
    ["Restore and take off the site", "Version 1 has been restored as a new version. Visitors do not see it."],
    ["Restore and publish", "Version 2 has been restored as a new version. Visitors see it."],
  ] as const) {
    await main().getByRole("button", { name: label }).click();
    await expect.element(page.getByRole("status").filter({ hasText: said })).toBeVisible();
  }
  await api.put(`/faq/edit/${slug}`, { answer: "Third." });
  await openOffice(`/admin/history/faq/${slug}`);
  await expect.element(main().getByRole("button", { name: "Restore this version" })).toBeVisible();
});
