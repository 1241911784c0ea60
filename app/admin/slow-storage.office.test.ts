import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { addAdministrator, openOffice, setUpOffice, signInAs } from "#test/office/office.tsx";

setUpOffice();

const { open } = IDBFactory.prototype;

/** The drafts that the browser holds. */
async function inStore<T>(work: (drafts: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const request = open.call(indexedDB, "office-drafts", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("drafts", { keyPath: ["owner", "address"] });
  await new Promise((resolve) => request.addEventListener("success", resolve));
  const asked = work(request.result.transaction("drafts", "readwrite").objectStore("drafts"));
  await new Promise((resolve) => asked.addEventListener("success", resolve));
  request.result.close();
  return asked.result;
}

const questions = async () =>
  (await inStore((drafts) => drafts.getAll())).map(({ values }) => values.question as string).sort();

/** Holds back that the storage is open. @returns lets it be open */
function holdStorage(): () => void {
  const { promise: opening, resolve: letOpen } = Promise.withResolvers<void>();
  onTestFinished(() => {
    IDBFactory.prototype.open = open;
  });
  IDBFactory.prototype.open = function (this: IDBFactory, ...of) {
    const request = open.apply(this, of);
    Object.defineProperty(request, "onsuccess", {
      set: (heard: () => void) => request.addEventListener("success", () => void opening.then(heard)),
    });
    return request;
  };
  return letOpen;
}

/** What a tab of the logged-in administrator has kept of a question. */
async function keepQuestion(tab: string, question: string, agoMs: number): Promise<void> {
  const owner = String(JSON.parse(localStorage.getItem("userData") ?? "").id);
  const address = `${location.pathname.toLowerCase().replace(/\/+$/, "")}@${tab}`;
  const values = { question, answer: "", bullets: [] };
  await inStore((drafts) => drafts.put({ owner, address, tab, at: Date.now() - agoMs, values }));
}

test("where the browser's storage opens late, what is typed meanwhile is kept, and so is what the tab had kept before", async () => {
  sessionStorage.setItem("tab", "this");
  await keepQuestion("this", "Earlier", 60_000);
  const letOpen = holdStorage();

  await openOffice("/admin/faq/create");
  await page.getByLabelText("Question").fill("Typed meanwhile");
  await expect.element(page.getByRole("button", { name: "Add Question" })).toBeEnabled();
  await expect.element(page.getByText(/^Draft kept/)).not.toBeInTheDocument();
  letOpen();
  await expect.element(page.getByText(/^Draft kept/)).toBeVisible();
  expect(await questions()).toEqual(["Earlier", "Typed meanwhile"]);
});

test("a form that is opened once the storage has come late goes on with what its own tab had kept", async () => {
  await signInAs(await addAdministrator("Emmy Noether"));
  sessionStorage.setItem("tab", "this");
  await keepQuestion("this", "Asked in this tab?", 60_000);
  await keepQuestion("another", "Asked in another?", 0);
  const letOpen = holdStorage();
  await openOffice("/admin/faq");
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  letOpen();
  await page.getByRole("link", { name: "Add Questions" }).click();
  await expect.element(page.getByLabelText("Question")).toHaveValue("Asked in this tab?");
});

test("where the browser cannot read what it has kept, the back office opens and keeps what is typed", async () => {
  // Whose drafts this page has not read yet.
  await signInAs(await addAdministrator("Grace Hopper"));
  const { getAll } = IDBObjectStore.prototype;
  onTestFinished(() => {
    IDBObjectStore.prototype.getAll = getAll;
  });
  IDBObjectStore.prototype.getAll = () => {
    throw new DOMException("Internal error.", "UnknownError");
  };
  await openOffice("/admin/faq/create");
  await page.getByLabelText("Question").fill("Readable later");
  await expect.element(page.getByText(/^Draft kept/)).toBeVisible();
});
