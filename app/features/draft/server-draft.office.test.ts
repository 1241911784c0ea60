import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { failing } from "#test/office/failing-calls.ts";
import { api, expectErrors, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

test("a section that was typed back before Update does not stay drafted", async () => {
  expectErrors(/^The draft was not saved/);
  const { slug } = await api.post("/project/new", { title: "Lighthouse" });
  await api.post(`/project/detail/${slug}`, { heading: "The lens", description: "Ground." });
  const { detail, version } = await api.get(`/project/${slug}`);
  const changes = { title: "Lighthouse 2", sections: [{ ...detail[0], description: "Secret." }] };
  await api.put(`/draft/project/${slug}`, { changes, baseVersion: version, over: null });
  await openOffice(`/admin/update/${slug}`);
  const sections = page.getByRole("region", { name: "Details" });
  await sections
    .getByRole("button", { name: /The lens/ })
    .first()
    .click();
  const description = sections.getByLabelText("Description");
  await expect.element(description).toHaveValue("Secret.");
  // Before the draft is saved as one types.
  await failing({ method: "PUT", path: `/api/draft/project/${slug}` }, "no connection", async () => {
    await description.fill("Ground.");
    await page.getByRole("button", { name: "Update Project" }).click();
    await expect.poll(async () => (await api.get(`/project/${slug}`)).title).toBe("Lighthouse 2");
  });
  expect(await api.get(`/draft/project/${slug}`)).toBeNull();
  expect((await api.get(`/project/${slug}`)).detail).toMatchObject([{ description: "Ground." }]);
});
