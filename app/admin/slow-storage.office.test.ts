import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { addAdministrator, expectErrors, openOffice, setUpOffice, signInAs } from "#test/office/office.tsx";

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

test("where the browser's storage opens late, what is typed meanwhile is kept, and so is what the tab had kept before", async () => {
  sessionStorage.setItem("tab", "this");
  const owner = String(JSON.parse(localStorage.getItem("userData") ?? "").id);
  const address = `${location.pathname.toLowerCase().replace(/\/+$/, "")}@this`;
  const earlier = { owner, address, tab: "this", at: Date.now() - 60_000, values: { question: "Earlier" } };
  await inStore((drafts) => drafts.put(earlier));
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

  await openOffice("/admin/faq/create");
  await page.getByLabelText("Question").fill("Typed meanwhile");
  await expect.element(page.getByRole("button", { name: "Add Question" })).toBeEnabled();
  await expect.element(page.getByText(/^Draft kept/)).not.toBeInTheDocument();
  letOpen();
  await expect.element(page.getByText(/^Draft kept/)).toBeVisible();
  expect(await questions()).toEqual(["Earlier", "Typed meanwhile"]);
});

test("where the browser cannot read what it has kept, the back office opens and keeps what is typed", async () => {
  expectErrors(/^Drafts cannot be read/);
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
