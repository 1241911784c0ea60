import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice();

/** A transaction's hash. */
const word = `0x${"7f3a".repeat(16)}`;

const isShown = () =>
  document.body.textContent.includes(word) ||
  [...document.querySelectorAll("textarea")].some(({ value }) => value.includes(word));

test("no screen scrolls sideways on a phone because of a word that is wider than it", async () => {
  const question = await api.post("/faq/add", { question: word, answer: word, bullets: [word] });
  await api.put(`/faq/edit/${question.slug}`, { answer: `${word} again` });
  const job = await api.post("/job/add", { title: word, location: word, experience: word, description: word });
  const project = await api.post("/project/new", { title: word, description: word, technology: word, whatWeDid: word });
  await api.post(`/project/detail/${project.slug}`, { heading: word, description: word });
  await page.viewport(390, 844);
  for (const address of [
    "/admin/faq?q=0x7f3a",
    `/admin/faq/update/${question.slug}`,
    `/admin/history/faq/${question.slug}`,
    "/admin/job?q=0x7f3a",
    `/admin/job/update/${job.slug}`,
    "/admin?q=0x7f3a",
    `/admin/update/${project.slug}`,
    `/admin/detail/${project.slug}`,
    "/admin/activity",
  ]) {
    await openOffice(address);
    await expect.poll(isShown).toBe(true);
    expect.soft(document.documentElement.scrollWidth, address).toBe(390);
  }
});
