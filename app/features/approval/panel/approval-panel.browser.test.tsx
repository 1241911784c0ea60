import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Toasts } from "#app/ui/admin/notice/toast.tsx";
import type { ApprovalLink, ApprovalNote, Approvals } from "../approval.contract.ts";
import { ApprovalPanel } from "./approval-panel.tsx";

const note: Omit<ApprovalNote, "doneAt"> = {
  ...{ id: 7, kind: "comment", name: "Ada", text: "Larger, please.", spot: null, isCurrent: true },
  createdAt: "2026-11-20T09:00:00.000Z",
};

const link: Omit<ApprovalLink, "notes"> = {
  ...{ id: 3, name: "Ada Lovelace", email: "", page: "/about", isRequired: true, author: "Admin user" },
  ...{ createdAt: "2026-11-20T08:00:00.000Z", endsAt: "2026-12-20T08:00:00.000Z", revokedAt: null },
  ...{ answer: "none", hasEnded: false },
};

const answerWith = (doneAt: string | null): Approvals => ({
  links: [{ ...link, notes: [{ ...note, doneAt }] }],
  waits: null,
});

interface Call {
  method: string;
  path: string;
  /** Answers it. An answer to a call that was cancelled is heard by nobody. */
  answer: (data?: unknown) => void;
}

let calls: Call[] = [];

/** Calls wait until the test answers them. */
beforeEach(() => {
  calls = [];
  vi.spyOn(window, "fetch").mockImplementation((input, init) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    const answer = (data: unknown = {}) => resolve(Response.json({ data }));
    calls.push({ method: init?.method ?? "GET", path: new URL(String(input), location.href).pathname, answer });
    return promise;
  });
});

/** The call with this number of this kind, once it has been made. */
async function call(method: string, path: string, number = 1): Promise<Call> {
  const made = () => calls.filter((each) => each.method === method && each.path === path)[number - 1];
  await expect.poll(made).toBeDefined();
  return made() as Call;
}

const list = "/api/approval/faq/engine";
const mark = "/api/approval-note/7";
const settings = "/api/approval-link/3";

test("a comment marked as done stays marked when an outdated response arrives before the mark is stored", async () => {
  const panel = <ApprovalPanel noun="faq" slug="engine" state="1" canAsk previewPage={async () => undefined} />;
  await render(<QueryClientProvider client={new QueryClient()}>{panel}</QueryClientProvider>);
  (await call("GET", list)).answer(answerWith(null));
  const done = page.getByRole("checkbox", { name: /^Done/ });
  const stopWaiting = page.getByRole("button", { name: "Stop waiting" });
  await expect.element(done).not.toBeChecked();
  const seen: boolean[] = [];
  const watch = () => seen.push((done.element() as HTMLInputElement).closest("li")?.className !== "");

  // A list that was requested before the mark arrives after it.
  await stopWaiting.click();
  (await call("PUT", settings)).answer();
  const earlier = await call("GET", list, 2);
  await done.click();
  const marking = await call("PUT", mark);
  await expect.element(done).toBeChecked();
  const observer = new MutationObserver(watch);
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  earlier.answer(answerWith(null));

  // What is stored meanwhile asks for no list before the mark has been stored.
  await stopWaiting.click();
  (await call("PUT", settings, 2)).answer();
  await stopWaiting.click();
  await call("PUT", settings, 3);
  expect(calls.filter(({ method }) => method === "GET")).toHaveLength(2);
  await expect.element(done).toBeChecked();

  marking.answer();
  (await call("GET", list, 3)).answer(answerWith("2026-11-21T10:00:00.000Z"));
  await call("PUT", settings, 3);
  await expect.element(done).toBeChecked();
  observer.disconnect();
  expect(seen).not.toContain(false);
});

test("a link is revoked only once that is confirmed, which is then reported", async () => {
  const panel = <ApprovalPanel noun="faq" slug="engine" state="1" canAsk previewPage={async () => undefined} />;
  await render(
    <QueryClientProvider client={new QueryClient()}>
      {panel}
      <Toasts />
    </QueryClientProvider>,
  );
  (await call("GET", list)).answer(answerWith(null));
  const revoke = page.getByRole("region", { name: "Client approval" }).getByRole("button", { name: "Revoke link" });
  const question = page.getByRole("dialog", { name: "Revoke this link?" });
  const isRevoked = () => calls.some(({ method }) => method === "DELETE");
  await revoke.click();
  await expect.element(question.getByText(/Ada Lovelace can no longer open it/)).toBeVisible();
  await question.getByRole("button", { name: "Keep it" }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(revoke).toHaveFocus();
  expect(isRevoked()).toBe(false);

  await revoke.click();
  await question.getByRole("button", { name: "Revoke link" }).click();
  (await call("DELETE", settings)).answer();
  await expect.element(page.getByText("The link for Ada Lovelace is revoked.")).toBeVisible();
  const revoked = { ...link, revokedAt: "2026-11-21T10:00:00.000Z", notes: [] };
  (await call("GET", list, 2)).answer({ links: [revoked], waits: null });
  await expect.element(revoke).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "Ada Lovelace" })).toHaveFocus();
});
