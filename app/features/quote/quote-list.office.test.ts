import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { failing } from "#test/office/failing-calls.ts";
import { addAdministrator, api, lookAgainUntil, makeMany, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice({ mail: "accept" });

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

test("a lead's owner is shown in its row, and chosen in the filter and in the address", async () => {
  const { fullName } = await addAdministrator("Emmy Noether");
  const owners: { id: number; name: string }[] = (await api.get("/quote/options")).owners;
  const id = owners.find(({ name }) => name === fullName)?.id;
  for (const [name, ownerId] of [
    ["Hers", id],
    ["Nobody’s", null],
  ] as const) {
    const { slug } = await api.post("/quote/new", { fullName: name, email: "lead@example.com", message: "A ring" });
    await api.put(`/quote/${slug}`, { ownerId });
  }
  const rows = page.getByRole("article");
  const hers = rows.filter({ hasText: "Hers" });
  await openOffice("/admin/quote");
  await expect.element(hers.getByTitle("Owner: Emmy Noether")).toBeVisible();
  // When it arrived, in the reader's time.
  await expect.element(hers.getByTitle(/(^|, )\d\d:\d\d$/)).toHaveTextContent("now");
  await expect.element(rows.filter({ hasText: "Nobody’s" })).toBeVisible();
  await page.getByRole("combobox", { name: "Owner" }).selectOptions("Emmy Noether");
  await expect.element(rows.filter({ hasText: "Nobody’s" })).not.toBeInTheDocument();
  await expect.element(hers).toBeVisible();

  await openOffice(`/admin/quote?owner=${id}`);
  await expect.element(page.getByRole("combobox", { name: "Owner" })).toHaveDisplayValue("Emmy Noether");
  await expect.element(hers).toBeVisible();
  expect(rows.elements()).toHaveLength(1);
  for (const nonsense of ["abc", "-1", "0", "1e3"]) {
    await openOffice(`/admin/quote?owner=${nonsense}`);
    await expect.element(rows.filter({ hasText: "Nobody’s" })).toBeVisible();
  }
});

test("selected messages are assigned to somebody at once, and Undo gives them back", async () => {
  const { fullName } = await addAdministrator("Lise Meitner");
  for (const n of [1, 2]) {
    const body = { fullName: `Fission ${n}`, email: "lead@example.com", message: "A nucleus" };
    await api.post("/quote/new", body);
  }
  await openOffice("/admin/quote?q=fission");
  const rows = page.getByRole("article").filter({ hasText: "Fission" });
  const assigned = page.getByTitle(`Owner: ${fullName}`);
  for (const n of [1, 2]) await page.getByRole("checkbox", { name: `Select the message of Fission ${n}` }).click();
  await page.getByRole("button", { name: "Assign to" }).click();
  await page.getByRole("menuitem", { name: fullName }).click();
  const note = page.getByRole("dialog").filter({ hasText: "2 messages assigned to Lise Meitner." });
  // The notice stays while the mouse is on it.
  await note.hover();
  await expect.poll(() => assigned.elements()).toHaveLength(2);
  await note.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByText("2 messages set back.")).toBeVisible();
  await expect.poll(() => assigned.elements()).toHaveLength(0);
  expect(rows.elements()).toHaveLength(2);
});

test("what is selected while another filter's messages arrive is not acted on unless that filter shows it", async () => {
  for (const fullName of ["Kept one", "Kept two"]) {
    const { slug } = await api.post("/quote/new", { fullName, email: "lead@example.com", message: "A ring" });
    if (fullName === "Kept two") await api.put(`/quote/${slug}`, { status: "won" });
  }
  const row = (name: string) => page.getByRole("article").filter({ hasText: name });
  await openOffice("/admin/quote?q=kept&status=new");
  await expect.element(row("Kept one")).toBeVisible();
  const all = page.getByRole("checkbox", { name: "Select all" });
  const arrival = Promise.withResolvers<void>();
  await failing({ path: "/api/quote/get-all" }, { after: arrival.promise }, async () => {
    await page.getByRole("combobox", { name: "Status" }).selectOptions("Won");
    await all.click();
    await expect.element(all).toBeChecked();
    arrival.resolve();
    await expect.element(row("Kept two")).toBeVisible();
  });
  await expect.element(all).not.toBeChecked();
  await expect.element(page.getByText("1 selected")).not.toBeInTheDocument();
});

test("a message that arrives after Select all is neither selected nor acted on, until somebody ticks it", async () => {
  const send = (fullName: string) =>
    api.post("/quote/new", { fullName, email: "lead@example.com", message: "All of them" });
  await makeMany(101, (n) => send(`Arrival ${n}`));
  const bar = page.getByRole("region", { name: "Selection" });
  const state = bar.getByRole("status");
  const total = Promise.withResolvers<void>();
  await failing({ path: "/api/quote/get-all", passes: 1 }, { after: total.promise }, async () => {
    await openOffice("/admin/quote?q=arrival");
    await bar.getByRole("checkbox", { name: "Select all" }).click();
    // It takes all, too, before their number is known.
    await expect.element(state).toHaveTextContent("100 selected");
    total.resolve();
    await expect.element(state).toHaveTextContent("101 selected, 1 not shown yet");
  });
  await send("Arrival too late");
  const late = page.getByRole("checkbox", { name: /too late/ });
  await lookAgainUntil(late);
  await expect.element(late).not.toBeChecked();
  await expect.element(state).toHaveTextContent("101 selected, 2 not shown yet");
  await late.click();
  await expect.element(state).toHaveTextContent("102 selected, 2 not shown yet");
  await late.click();
  await bar.getByRole("button", { name: "Mark as" }).click();
  await page.getByRole("menuitem", { name: "Lost" }).click();
  await expect.element(page.getByText(/101 messages/)).toBeVisible();
  const [newest, next] = await api.get("/quote/get-all?q=arrival&limit=2");
  expect([newest.status, next.status]).toEqual(["new", "lost"]);
});

test("the menus of selected messages are on the screen of a phone", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 720));
  await api.post("/quote/new", { fullName: "Pocket", email: "lead@example.com", message: "A ring" });
  await openOffice("/admin/quote?q=pocket");
  await page.getByRole("checkbox", { name: "Select the message of Pocket" }).click();
  for (const name of ["Mark as", "Assign to"]) {
    await page.getByRole("button", { name }).click();
    const menu = page.getByRole("menu");
    await expect.element(menu).toBeVisible();
    const { left, right } = menu.element().getBoundingClientRect();
    expect([left >= 0, right <= 390], name).toEqual([true, true]);
    await userEvent.keyboard("{Escape}");
  }
});

test("a message that was read under Unread is not among all of them, though it is still listed", async () => {
  // More than the list loads at once.
  await makeMany(102, (n) =>
    api.post("/quote/new", { fullName: `Unread ${n}`, email: "lead@example.com", message: "A ring" }),
  );
  await openOffice("/admin/quote?show=unread&q=unread");
  await page.getByRole("link", { name: "Unread 101" }).click();
  await expect.element(page.getByText("101 messages", { exact: true })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all" }).click();
  await expect.element(page.getByText("101 selected, 2 not shown yet")).toBeVisible();
  const box = (n: number) => page.getByRole("checkbox", { name: `Select the message of Unread ${n}`, exact: true });
  await expect.element(box(100)).toBeChecked();
  await expect.element(box(101)).not.toBeChecked();
});

test("messages are filtered by the day on which they were received, in the filter and in the address", async () => {
  const { slug } = await api.post("/quote/new", {
    fullName: "Of today",
    email: "lead@example.com",
    message: "A clock",
  });
  const { createdAt } = await api.get(`/quote/${slug}`);
  // Its day does not end before the test does.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(createdAt) });
  onTestFinished(() => void vi.useRealTimers());
  const today = new Date().toLocaleDateString("sv-SE");
  const row = page.getByRole("article").filter({ hasText: "Of today" });
  await openOffice("/admin/quote");
  const received = page.getByRole("combobox", { name: "Received" });
  await received.selectOptions("Yesterday");
  await expect.element(row).not.toBeInTheDocument();
  await received.selectOptions("Today");
  await expect.element(row).toBeVisible();
  await received.selectOptions("From, to");
  await expect.element(page.getByLabelText("From", { exact: true })).toHaveValue(today);
  await page.getByLabelText("To", { exact: true }).fill("");
  await page.getByLabelText("From", { exact: true }).fill("2020-01-01");
  await expect.element(row).toBeVisible();
  await page.getByLabelText("To", { exact: true }).fill("2020-12-31");
  await expect.element(row).not.toBeInTheDocument();

  const from = page.getByLabelText("From", { exact: true });
  (from.element() as HTMLElement).focus();
  await userEvent.keyboard("11242026");
  await expect.element(from).toHaveValue("2026-11-24");

  for (const [query, isShown] of [
    [`from=${today}&to=${today}`, true],
    ["from=2999-01-01", false],
    ["to=2020-12-31", false],
    ["from=nonsense&to=2026-13-45x", true],
  ] as const) {
    await openOffice(`/admin/quote?${query}`);
    if (isShown) await expect.element(row).toBeVisible();
    else await expect.element(page.getByText("No quote matches.")).toBeVisible();
  }
  // Open, it names its tab and is deleted by its key though it is not listed.
  await openOffice(`/admin/quote/${slug}?to=2020-12-31`);
  await expect.poll(() => document.title).toMatch(/^Of today \| /);
  (page.getByRole("heading", { level: 1 }).element() as HTMLElement).focus();
  await userEvent.keyboard("#");
  await expect.element(page.getByText("“Message from Of today” will be removed.")).toBeVisible();
});

test("an address with a status that there is not, and without an end of time, shows the messages", async () => {
  await api.post("/quote/new", { fullName: "Of all times", email: "lead@example.com", message: "A clock" });
  await openOffice("/admin/quote?status=toString&from=2020-01-01&to=9999-12-31");
  await expect.element(page.getByRole("article").filter({ hasText: "Of all times" })).toBeVisible();
});

test("a message that is answered from here is no longer counted under New", async () => {
  await api.post("/quote/new", { fullName: "Curious", email: "lead@example.com", message: "A bid" });
  await openOffice("/admin/quote?status=new&q=curious");
  await page.getByRole("link", { name: "Curious" }).click();
  await expect.element(page.getByText("1 message", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Write here" }).click();
  await userEvent.keyboard("Yes.");
  await page.getByRole("button", { name: "Send" }).click();
  await expect.element(page.getByText("0 messages", { exact: true })).toBeVisible();
});

test("Undo of “replied” leaves what a colleague has made of the message since", async () => {
  const { slug } = await api.post("/quote/new", { fullName: "Won since", email: "lead@example.com", message: "A bid" });
  await openOffice(`/admin/quote/${slug}`);
  await page.getByRole("link", { name: "Reply" }).click();
  await page.getByRole("button", { name: "Mark as replied" }).click();
  const note = page.getByRole("dialog").filter({ hasText: "The message of Won since is marked as replied." });
  await note.hover();
  await api.put(`/quote/${slug}`, { status: "won" });
  await note.getByRole("button", { name: "Undo" }).click();
  await expect
    .element(page.getByText("The message of Won since had been changed or erased since and stays so."))
    .toBeVisible();
  expect((await api.get(`/quote/${slug}`)).status).toBe("won");
});

test("of a very long message eight lines are listed, then the rest; the message names its form and can be called back", async () => {
  const long = Array.from({ length: 12 }, (_, line) => `Line ${line + 1} of the idea`).join("\n");
  const of = { email: "lead@example.com", message: long, phoneNumber: "+1 555 0100" };
  await api.post("/quote/new", { fullName: "Of two lines", email: of.email, message: "First line\nSecond line" });
  await api.post("/quote/new", { fullName: "Of twelve lines", ...of });
  await openOffice("/admin/quote?q=lines");
  const card = (name: string) => page.getByRole("article").filter({ hasText: name });
  const [short, folded] = [card("Of two lines"), card("Of twelve lines")];
  const heightOf = (words: RegExp) => page.getByText(words).first().element().clientHeight;
  await expect.element(folded.getByRole("button", { name: "More" })).toBeVisible();
  await expect.element(short.getByRole("button", { name: "More" })).not.toBeInTheDocument();
  const lines = () => (heightOf(/^Line 1 of the idea/) / heightOf(/^First line/)) * 2;
  expect(lines()).toBeCloseTo(8, 0);
  await folded.getByRole("button", { name: "More" }).click();
  await expect.poll(lines).toBeCloseTo(12, 0);
  await folded.getByRole("button", { name: "Less" }).click();
  await expect.poll(lines).toBeCloseTo(8, 0);
  for (const [name, form] of [
    ["Of two lines", /Quote panel/],
    ["Of twelve lines", /Contact form/],
  ] as const) {
    await page.getByRole("link", { name }).click();
    await expect.element(page.getByRole("region", { name }).getByText(form).first()).toBeVisible();
  }
  await expect.element(page.getByRole("link", { name: "+1 555 0100" })).toHaveAttribute("href", "tel:+15550100");
});
