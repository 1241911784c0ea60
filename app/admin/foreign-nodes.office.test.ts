import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { tolerateForeignNodes } from "#app/browser/foreign-nodes.ts";
import { noticeSilentInput } from "#app/browser/silent-input.ts";
import { addAdministrator, api, fillInboxes, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice({ mail: "accept" });
tolerateForeignNodes();
noticeSilentInput();

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

/** What translations and extensions do to the nodes of a page: to each node once, as soon as it is there. */
const changes = {
  "texts are wrapped": texts((text) => text.replaceWith(fonts(text))),
  "texts are replaced": texts((text) => text.replaceWith(fonts(text.cloneNode()))),
  "texts are split": texts((text) => text.length > 1 && text.splitText(text.length >> 1)),
  "elements are inserted": elements("p, button, label, h1, h2, li, input", (element) => {
    element.before(foreign("span"));
    element.after(foreign("div"));
  }),
  "elements are wrapped": elements("p, svg, main :is(a, button):not([role=menuitem])", (element) => {
    const wrapper = foreign("span");
    element.replaceWith(wrapper);
    wrapper.append(element);
  }),
  "elements are removed": elements("p, svg, label > span, time", (element) => element.remove()),
};

const foreign = (name: string) => Object.assign(document.createElement(name), { className: "foreign" });

function fonts(text: Node): HTMLElement {
  const [outer, inner] = [foreign("font"), foreign("font")];
  outer.append(inner);
  // The text is moved when its wrapper has taken its place.
  queueMicrotask(() => inner.append(text));
  return outer;
}

const seen = new WeakSet<Node>();
const isNew = (node: Node) => !seen.has(node) && Boolean(seen.add(node));

function texts(change: (text: Text) => unknown) {
  return () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (walker.nextNode()) found.push(walker.currentNode as Text);
    for (const text of found)
      if (isNew(text) && text.data.trim() && !text.parentElement?.closest("style, script, .foreign, textarea, option"))
        change(text);
  };
}

function elements(selector: string, change: (element: Element) => unknown) {
  return () => {
    for (const element of document.querySelectorAll(selector)) if (isNew(element)) change(element);
  };
}

let observer: MutationObserver | undefined;
afterEach(() => observer?.disconnect());

function change(all: () => void): void {
  observer = new MutationObserver(all);
  observer.observe(document.body, { childList: true, subtree: true });
}

/** Two changes at a time, of which one is to texts and one to elements: no node has both. */
const together = (...names: (keyof typeof changes)[]): [name: string, all: () => void] => [
  names.join(" and "),
  () => {
    for (const name of names) changes[name]();
  },
];
const taking = [
  together("texts are wrapped", "elements are removed"),
  together("texts are replaced", "elements are wrapped"),
];

test.each(taking)("the back office can be used while %s", async (name, all) => {
  await page.viewport(1280, 720);
  const message = { fullName: `Ada, ${name}`, email: "ada@example.com", message: "An engine" };
  const { slug } = await api.post("/quote/new", message);
  const project = await api.post("/project/new", { title: `Case, ${name}`, description: "A case." });
  change(all);

  await openOffice(`/admin/quote?q=${encodeURIComponent(name)}`);
  await page.getByRole("checkbox", { name: `Select the message of Ada, ${name}` }).click();
  await page.getByRole("checkbox", { name: `Select the message of Ada, ${name}` }).click();
  await page.getByRole("link", { name: `Ada, ${name}` }).click();
  await button("Mark unread").click();
  await expect.element(button("Mark read")).toBeVisible();
  await button("Write here").click();
  await page.getByRole("textbox", { name: /^Your answer/ }).fill("Gladly.");
  await button("Send").click();
  await expect.poll(async () => (await api.get(`/quote/${slug}`)).history).toHaveLength(2);
  await expect.element(button("Write here")).toBeVisible();
  await button("Spam").click();
  await expect.element(button("Not spam")).toBeVisible();

  await openOffice(`/admin/update/${project.slug}`);
  await page.getByRole("textbox", { name: /^Title/ }).fill(`Changed, ${name}`);
  await button("Add Detail").click();
  await page.getByRole("textbox", { name: /^Heading/ }).fill("A detail");
  await button("Update Project").click();
  await expect.poll(async () => (await api.get(`/project/${project.slug}`)).title).toBe(`Changed, ${name}`);
  await expect.element(page.getByRole("heading", { level: 1, name: "All Projects" })).toBeVisible();

  await openOffice("/admin");
  for (const answer of ["No, cancel!", "Yes, delete it!"]) {
    await button(`Actions for Changed, ${name}`).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    // By keyboard: the notice of the deletion then stays open.
    await expect.element(button(answer)).toBeVisible();
    (button(answer).element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Yes, delete it!")).not.toBeInTheDocument();
  }
  await button("Undo").click();
  await expect.poll(async () => (await api.get(`/project/${project.slug}`)).title).toBe(`Changed, ${name}`);
});

const screens = [
  "today",
  "site",
  "quote",
  "create",
  "subscription",
  "job",
  "job/create",
  "faq",
  "review",
  "pictures",
  "mail",
];
screens.push("personal-data", "activity", "activity/as-of", "trash", "account", "account/people", "account/invite");

/** What is split or inserted leaves the nodes of the page where they are: for these it is enough to see every screen. */
const seeing = [...taking, together("texts are split", "elements are inserted")];

test.each(seeing)("every screen is shown, and left again, while %s", async (_, all) => {
  await fillInboxes();
  change(all);
  await openOffice("/admin");
  for (const address of screens) {
    await openOffice(`/admin/${address}`);
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("a form takes what fills its fields without telling it, or all of them before it tells", async () => {
  const { email } = await addAdministrator("Grace Hopper");
  const people: { id: number; email: string }[] = await api.get("/user/get-all");
  const id = people.find((each) => each.email === email)?.id;
  const fields = () => [...document.querySelectorAll<HTMLInputElement>("main [type=password]")];
  const set = (field: HTMLInputElement, value: string) => {
    field.value = value;
  };
  const natively = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  const tell = (field: HTMLInputElement) => field.dispatchEvent(new Event("input", { bubbles: true }));
  const fillings: Record<string, (fields: HTMLInputElement[]) => void> = {
    "set, then told": (all) => {
      for (const field of all) set(field, "Analytical-1843");
      all.forEach(tell);
    },
    "set from another world, then told": (all) => {
      for (const field of all) natively?.call(field, "Analytical-1843");
      all.forEach(tell);
    },
    "set, only the first told": (all) => {
      for (const field of all) natively?.call(field, "Analytical-1843");
      if (all[0]) tell(all[0]);
    },
    "set and not told": (all) => {
      for (const field of all) set(field, "Analytical-1843");
    },
  };
  for (const [name, fill] of Object.entries(fillings)) {
    await openOffice("/admin/account");
    const pane = page.getByRole("region", { name: "Password", exact: true });
    await expect.element(page.getByText("This session", { exact: true })).toBeVisible();
    await expect.element(button("Set Up")).toBeVisible();
    await expect.element(pane.getByRole("button", { name: "Change Password" })).toBeDisabled();
    fill(fields());
    await pane.getByRole("button", { name: "Change Password" }).hover();
    await expect.element(pane.getByRole("button", { name: "Change Password" }), { message: name }).toBeEnabled();
    for (const field of fields()) expect(field.value, name).toBe("Analytical-1843");
  }
  const { path } = await api.post(`/user/reset-link/${id}`, { dropSecondFactor: false });
  await openOffice(path);
  await expect.element(button("Save Password")).toBeDisabled();
  fillings["set and not told"]?.(fields());
  await button("Save Password").hover();
  await expect.element(button("Save Password")).toBeEnabled();
});

test("what is typed while other fields have been filled silently is kept with what they hold", async () => {
  await openOffice("/admin/account");
  const current = page.getByLabelText("Current password");
  await current.click();
  const next = document.querySelector<HTMLInputElement>("[name=newPassword]");
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(next, "Analytical-1843");
  await current.fill("Typed-1843");
  await expect.element(current).toHaveValue("Typed-1843");
  await expect.element(page.getByLabelText("New password")).toHaveValue("Analytical-1843");
  await expect.element(button("Change Password")).toBeEnabled();
});

test("line ends of another system do not count as typed, and what iOS makes of Reset empties a date", async () => {
  const job = { title: "Engraver", location: "Lahore", description: "One.\r\nTwo.", closesOn: "2099-12-31" };
  const { slug } = await api.post("/job/add", job);
  await openOffice(`/admin/job/update/${slug}`);
  const closing = page.getByLabelText("Closes on");
  await expect.element(closing).toHaveValue("2099-12-31");
  await closing.hover();
  await page.getByLabelText("Title").hover();
  await expect.element(page.getByText(/Not saved yet/)).not.toBeInTheDocument();
  const field = closing.element() as HTMLInputElement;
  // The picker sets the default value without the page's setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, field.defaultValue);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await button("Update Job").click();
  await expect.poll(async () => (await api.get(`/job/${slug}`)).closesOn).toBe("");
});
