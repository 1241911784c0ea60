import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { failing } from "#test/office/failing-calls.ts";
import { api, main, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

/** The bodies of the saves that are sent while `work` runs. */
async function savesIn(work: () => Promise<void>): Promise<Record<string, unknown>[]> {
  const sent = vi.spyOn(window, "fetch");
  await work();
  const bodies = sent.mock.calls.filter(([, init]) => init?.method === "PUT").map(([, init]) => String(init?.body));
  sent.mockRestore();
  return bodies.map((body) => JSON.parse(body)).filter((body) => !("baseVersion" in body));
}

test("an update sends the specification's payload, though one field has changed, and a sample stays one until its text changes", async () => {
  const update = async (path: string, label: string, value: string, button: string, done: string) => {
    const [body, ...more] = await savesIn(async () => {
      await openOffice(path);
      await page.getByLabelText(label, { exact: true }).first().fill(value);
      await page.getByRole("button", { name: button, exact: true }).click();
      await expect.element(page.getByText(done)).toBeVisible();
    });
    expect(more).toEqual([]);
    return body;
  };

  const job = await api.post("/job/add", {
    title: "Ferryman",
    location: "Lahore",
    experience: "",
    description: "Row.",
  });
  expect(
    await update(`/admin/job/update/${job.slug}`, "Location", "Karachi", "Update Job", "Job Update successfully"),
  ).toEqual({ title: "Ferryman", location: "Karachi", experience: "", description: "Row." });

  const faq = await api.post("/faq/add", { question: "Who?", answer: "We.", bullets: ["One"] });
  expect(
    await update(`/admin/faq/update/${faq.slug}`, "Answer", "You.", "Update Question", "Faq Update successfully"),
  ).toEqual({ question: "Who?", answer: "You." });
  expect(await api.get(`/faq/${faq.slug}`)).toMatchObject({ bullets: ["One"] });

  const [review] = await api.get("/review/get-all");
  const { feedback, fullName, company, profileImage, slug } = review;
  expect(review.isSample).toBe(true);
  await api.put(`/review/edit/${slug}`, { feedback, fullName, company, profileImage, published: false });
  expect(await api.get(`/review/${slug}`)).toMatchObject({ isSample: true, published: false });
  expect(
    await update(`/admin/review/update/${slug}`, "Company", "Acme", "Update Review", "Review updated successfully"),
  ).toEqual({ feedback, fullName, company: "Acme", profileImage });
  expect(await api.get(`/review/${slug}`)).toMatchObject({ isSample: false });

  const project = await api.get("/project/nft-marketplace");
  const { title, description, technology, projectImage, detail } = project;
  expect(
    await update("/admin/update/nft-marketplace", "Title", "Market", "Update Project", "Project update successfully"),
  ).toEqual({ title: "Market", description, technology, projectImage });
  expect(await api.get("/project/nft-marketplace")).toMatchObject({ title: "Market", detail });
  expect(title).not.toBe("Market");
});

test("the section dialog sends the specification's payload", async () => {
  const { detail } = await api.get("/project/nft-marketplace");
  const [{ _id, description, img }] = detail;
  const bodies = await savesIn(async () => {
    await openOffice("/admin/detail/nft-marketplace");
    await page
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Update" }).click();
    await page.getByLabelText("Heading").fill("Art before all");
    await page.getByRole("button", { name: "Update Detail" }).click();
    await expect.element(page.getByText("Detail successfully Updated")).toBeVisible();
  });
  expect(bodies).toEqual([{ _id, heading: "Art before all", description, img }]);
});

test("lists that contain the specification's fields alone are shown, as published; empty ones have its wording", async () => {
  const lists: [path: string, screen: string, entry: object, shown: string, none: string][] = [
    [
      "project",
      "/admin",
      { title: "Bridge", description: "D", technology: "T", projectImage: "" },
      "Bridge",
      "Projects Not Found!",
    ],
    [
      "job",
      "/admin/job",
      { title: "Ferryman", description: "D", location: "L", experience: "1" },
      "Ferryman",
      "Jobs Not Found!",
    ],
    ["faq", "/admin/faq", { question: "Who?", answer: "We." }, "Who?", "FAQ's Not Found!"],
    [
      "review",
      "/admin/review",
      { profileImage: "", fullName: "Ada", company: "C", feedback: "F" },
      "Ada",
      "Reviews Not Found!",
    ],
    ["quote", "/admin/quote", { fullName: "Ada", email: "ada@example.com", message: "M" }, "Ada", "Quotes Not Found"],
    ["subscription", "/admin/subscription", { email: "ada@example.com" }, "ada@example.com", "All Subscription"],
  ];
  for (const [noun, screen, entry, shown, none] of lists) {
    await failing(
      { path: `/api/${noun}/get-all` },
      { status: 200, body: { data: [{ ...entry, slug: "only", detail: [] }] } },
      async () => {
        await openOffice(screen);
        await expect.element(main().getByText(shown, { exact: true }).first()).toBeVisible();
        await expect.element(main().getByText("Unpublished")).not.toBeInTheDocument();
      },
    );
    await failing({ path: `/api/${noun}/get-all` }, { status: 200, body: { data: [], total: 0 } }, async () => {
      await openOffice(screen);
      await expect.element(main().getByRole("heading", { level: 1 })).toHaveTextContent(none);
    });
  }
});
