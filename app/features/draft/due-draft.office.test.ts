import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { renderHook } from "vitest-browser-react";
import { api, openOffice, setUpOffice } from "#test/office/office.tsx";
import { useRefetchWhenDue } from "./due-draft.form.ts";

setUpOffice();

const clock = Date.now;

afterEach(() => {
  Date.now = clock;
  vi.useRealTimers();
});

const bar = () => page.getByRole("region", { name: "Draft", exact: true });
const hourMs = 3_600_000;

/** Opens the form of a question with a draft that is due in an hour. @returns the path of the question */
async function openScheduled(answer: string): Promise<string> {
  const { slug, version } = await api.post("/faq/add", { question: `When, ${answer}`, answer: "Later." });
  await api.put(`/draft/faq/${slug}`, { changes: { answer }, baseVersion: version, over: null });
  const publishAt = new Date(Date.now() + hourMs).toISOString();
  await api.put(`/draft/schedule/faq/${slug}`, { publishAt });
  await openOffice(`/admin/faq/update/${slug}`);
  await expect.element(bar().getByText(/It will be published/)).toBeVisible();
  return slug;
}

/** For the browser, whose clock goes on from there. */
function passTheTime(): void {
  Date.now = () => clock() + hourMs + 120_000;
}
const refocus = () => window.dispatchEvent(new Event("focus"));

test("a form that is open when its draft is published at its time says so, and keeps what was typed since", async () => {
  const slug = await openScheduled("Now.");
  await api.post(`/draft/publish/faq/${slug}`, {});
  passTheTime();
  refocus();
  await expect.element(bar().getByText(/Everything is saved. Visitors see this version./)).toBeVisible();
  await expect.element(page.getByLabelText("Answer")).toHaveValue("Now.");
  await expect.element(page.getByText("This form shows a draft.")).not.toBeInTheDocument();
  await page.getByLabelText("Answer").fill("Now or never.");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect.element(bar().getByText(/Draft saved/)).toBeVisible();
  expect(await api.get(`/draft/faq/${slug}`)).toMatchObject({ changes: { answer: "Now or never." }, publishAt: null });
});

test("the time at which a draft is to be published can be emptied, to type another", async () => {
  await openScheduled("At another time.");
  await bar().getByRole("button", { name: "Publish at…" }).click();
  const time = page.getByRole("dialog", { name: "Publish at" }).getByLabelText("Date and time");
  await expect.element(time).not.toHaveValue("");
  await time.fill("");
  await expect.element(time).toHaveValue("");
  await expect.element(page.getByRole("button", { name: "Set the time" })).toBeDisabled();
});

test("a form says that its draft was not published only after the server still had it when the time was over, and so does the list", async () => {
  await openScheduled("Soon.");
  passTheTime();
  await page.getByLabelText("Question").fill("When exactly?");
  expect(
    bar()
      .getByText(/Not published/)
      .query(),
  ).toBeNull();
  await expect.element(bar().getByText(/It was to be published/)).toBeVisible();
  refocus();
  await expect.element(bar().getByText(/Not published .*: the time has passed/)).toBeVisible();
  await openOffice("/admin/faq");
  await expect.element(page.getByText("Draft overdue").first()).toBeVisible();
});

test("a draft is loaded again soon after its time, and again while it is still there", async () => {
  vi.useFakeTimers({ now: Date.UTC(2030, 0, 1), toFake: ["Date", "setTimeout", "clearTimeout"] });
  const refetch = vi.fn(async () => {});
  const publishAt = new Date(Date.now() + 40 * 24 * hourMs).toISOString();
  const { rerender, unmount } = await renderHook(
    (failure: string | null | undefined) => useRefetchWhenDue({ publishAt, failure: failure ?? null }, refetch),
    { initialProps: null as string | null },
  );
  await vi.advanceTimersByTimeAsync(40 * 24 * hourMs);
  expect(refetch).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refetch).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(refetch).toHaveBeenCalledTimes(2);
  await rerender("Question is required.");
  await vi.advanceTimersByTimeAsync(hourMs);
  expect(refetch).toHaveBeenCalledTimes(2);
  await unmount();
});
