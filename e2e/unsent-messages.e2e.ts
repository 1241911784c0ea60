import type { Page, Route } from "@playwright/test";
import { installClock, pass, stopTime } from "./support/clock.ts";
import { admin, expect, test } from "./support/fixtures.ts";
import { holdBack, holdHydration } from "./support/hold-back.ts";
import { hydrated } from "./support/hydrated.ts";
import { goOffline } from "./support/offline.ts";

// A message of a visitor arrives, and once, whatever happens between the browser and the server.

const sent = "Your message has been sent successfully.";
const kept = /The message is kept on this device and will be sent/;

const formOf = (page: Page) => page.getByRole("main");
const bar = (page: Page) => page.getByRole("region", { name: "Unsent messages" });

async function write(page: Page, message: string) {
  const form = formOf(page);
  await form.getByLabel("Full name").fill("Ada Lovelace");
  await form.getByLabel("Email").fill("ada@example.com");
  await form.getByLabel("Phone number").fill("+44 20 7946 0000");
  await form.getByLabel("Message").fill(message);
}

const press = (page: Page) => formOf(page).getByRole("button", { name: "Send Message" }).click();

async function open(page: Page, message: string) {
  await page.goto("/");
  await hydrated(page);
  await write(page, message);
}

/** How many leads with this message the office has. */
async function leads(page: Page, message: string): Promise<number> {
  const { data } = await (await page.request.post("/api/user/login", { data: { user: admin } })).json();
  const headers = { Authorization: `Bearer ${data.token}` };
  const reply = await page.request.get(`/api/quote/get-all?q=${encodeURIComponent(message)}`, { headers });
  return (await reply.json()).total;
}

/** With a clock of the test's: what waits is soon sent again, and its notice is shown for five seconds. */
async function expectSentByItself(page: Page): Promise<void> {
  const notice = formOf(page).getByRole("status").getByText(sent);
  await expect(async () => {
    // It may be there already, and would be gone after the next attempts.
    if (!(await notice.isVisible())) await pass(page, 1_000);
    await expect(notice).toBeVisible({ timeout: 500 });
  }).toPass({ intervals: [100] });
}

const answered =
  (status: number, headers = {}) =>
  (route: Route) =>
    route.fulfill({
      status,
      headers,
      contentType: "application/json",
      body: JSON.stringify({ code: "unavailable", message: "No." }),
    });

test("a reply that is lost keeps message and form, and results in one lead", async ({ page, problems }) => {
  problems.expect(/quote\/new|The message is kept|reached/);
  await installClock(page);
  await open(page, "Lost by a reset");
  let calls = 0;
  await page.route("**/quote/new", async (route) => {
    calls++;
    if (calls > 1) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await press(page);
  await expect(formOf(page).getByRole("alert").getByText(kept)).toBeVisible();
  await expect(formOf(page).getByLabel("Message")).toHaveValue("Lost by a reset");
  await expect(formOf(page).getByRole("button", { name: "Send Message" })).toBeEnabled();
  await expectSentByItself(page);
  await expect(formOf(page).getByLabel("Message")).toHaveValue("");
  expect(await leads(page, "Lost by a reset")).toBe(1);
});

test("five retries against a failing server store one lead", async ({ page, problems }) => {
  problems.expect(/quote\/new|The message is kept|reached/);
  await open(page, "Fivetimes is enough");
  // Or the message that is kept would be sent automatically in between.
  await stopTime(page);
  let calls = 0;
  await page.route("**/quote/new", async (route) => {
    calls++;
    if (calls > 5) return route.continue();
    await route.fetch();
    return answered(503)(route);
  });
  await press(page);
  for (let n = 0; n < 5; n++) {
    if ((await formOf(page).getByLabel("Message").inputValue()) === "") break;
    await press(page);
    await expect(formOf(page).getByRole("button", { name: "Send Message" })).not.toHaveAttribute("aria-busy");
  }
  await expect(formOf(page).getByRole("status").getByText(sent)).toBeVisible();
  expect(calls).toBe(6);
  // Nothing is reported as unsent any more.
  await expect(bar(page).getByText(/wait/)).toHaveCount(0);
  expect(await leads(page, "Fivetimes")).toBe(1);
});

test("offline a message is kept on a phone, and sent once back", async ({ page, context, problems }) => {
  problems.expect(/quote\/new|The message is kept|reached|ERR_INTERNET_DISCONNECTED/);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "Offline in a tunnel");
  await goOffline(context);
  await formOf(page)
    .getByRole("button", { name: "Send Message" })
    .evaluate((button) => button.scrollIntoView({ block: "end", behavior: "instant" }));
  await press(page);
  await expect(bar(page).getByText("A message waits")).toBeVisible();
  const reason = formOf(page)
    .getByRole("alert")
    .getByText(/You are offline. The message is kept/);
  await expect(reason).toBeInViewport({ ratio: 1 });
  const bottom = async () => {
    const box = await reason.boundingBox();
    return box ? box.y + box.height : Number.POSITIVE_INFINITY;
  };
  await expect.poll(async () => ((await bar(page).boundingBox())?.y ?? 0) - (await bottom())).toBeGreaterThan(0);
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
  const last = await page.getByRole("button", { name: "Show the measures" }).boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0), "the end of the page").toBeLessThan(
    (await bar(page).boundingBox())?.y ?? 0,
  );
  await expect(formOf(page).getByLabel("Message")).toHaveValue("Offline in a tunnel");
  await context.setOffline(false);
  await expect(formOf(page).getByRole("status").getByText(sent)).toBeVisible();
  await expect(bar(page).getByText("A message waits")).toBeHidden();
  expect(await leads(page, "Offline in a tunnel")).toBe(1);
});

test("where the storage opens late, an unsent message is kept all the same", async ({ page, problems }) => {
  problems.expect(/quote\/new|The message is kept/);
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    const opening = new Promise((resolve) => addEventListener("let-open", resolve));
    IDBFactory.prototype.open = function (this: IDBFactory, ...of) {
      const request = open.apply(this, of);
      Object.defineProperty(request, "onsuccess", {
        set: (heard: () => void) => request.addEventListener("success", () => void opening.then(heard)),
      });
      return request;
    };
  });
  await open(page, "Late storage");
  await page.route("**/quote/new", answered(503));
  const refused = page.waitForResponse("**/quote/new");
  await press(page);
  await refused;
  const letOpen = () => page.evaluate(() => dispatchEvent(new Event("let-open")));
  await letOpen();
  await expect(formOf(page).getByRole("alert").getByText(kept)).toBeVisible();
  await page.unroute("**/quote/new");
  await page.reload();
  await hydrated(page);
  await letOpen();
  await expect.poll(() => leads(page, "Late storage")).toBe(1);
});

test("a queued message is sent on the next visit, its draft cleared", async ({ page, context, problems }) => {
  problems.expect(/quote\/new|The message is kept|reached/);
  await open(page, "First of two");
  await page.route("**/quote/new", answered(500));
  await press(page);
  await expect(formOf(page).getByRole("alert").getByText(kept)).toBeVisible();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Storage.clearDataForOrigin", { origin: new URL(page.url()).origin, storageTypes: "indexeddb" });
  await write(page, "Reloaded elsewhere");
  await press(page);
  await expect(formOf(page).getByRole("button", { name: "Send Message" })).not.toHaveAttribute("aria-busy");
  await expect(formOf(page).getByRole("alert").getByText(kept)).toBeVisible();
  await page.unroute("**/quote/new");
  await page.goto("/career");
  await expect.poll(() => leads(page, "Reloaded elsewhere")).toBe(1);
  // The page has the answer.
  await expect
    .poll(() => page.evaluate(() => Object.values(sessionStorage).join()))
    .not.toContain("Reloaded elsewhere");
  await page.goto("/");
  await hydrated(page);
  await expect(formOf(page).getByLabel("Message")).toHaveValue("");
  expect(await leads(page, "Reloaded elsewhere")).toBe(1);
});

test("queued messages can be listed, sent now or discarded", async ({ page, problems }) => {
  problems.expect(/quote\/new|subscribe|is kept|reached/);
  await open(page, "Seen in the bar");
  await page.route("**/api/**", answered(429, { "Retry-After": "600" }));
  await press(page);
  await expect(
    formOf(page)
      .getByRole("alert")
      .getByText(/kept on this device/),
  ).toBeVisible();
  await page.getByRole("contentinfo").getByLabel("Email").fill("ada@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  const head = bar(page).getByText("2 messages wait on this device");
  const closed = await head.boundingBox();
  await page.emulateMedia({ media: "print" });
  await expect(head).toBeHidden();
  await page.emulateMedia({ media: null });
  // A busy browser needs a moment to forget the type size of the print.
  await expect.poll(() => head.boundingBox()).toEqual(closed);
  await head.click();
  // A second press must not meet Discard.
  expect(await head.boundingBox()).toEqual(closed);
  const entries = bar(page).getByRole("listitem");
  await expect(entries).toHaveCount(2);
  await entries.filter({ hasText: "Newsletter" }).getByRole("button", { name: "Discard" }).click();
  await expect(entries).toHaveCount(1);
  await expect(bar(page), "the pressed button has gone").toBeFocused();
  await page.unroute("**/api/**");
  await entries.getByRole("button", { name: "Send now" }).click();
  await expect(bar(page).getByRole("status").getByText("The message has been sent.")).toBeVisible();
  await expect(entries).toHaveCount(0);
  expect(await leads(page, "Seen in the bar")).toBe(1);
});

test("a message queued for over seven days is not retried, which is said", async ({ page, problems }) => {
  problems.expect(/quote\/new|The message is kept|reached/);
  await open(page, "Forgotten for a week");
  await page.route("**/quote/new", answered(502));
  await press(page);
  await expect(formOf(page).getByRole("alert").getByText(kept)).toBeVisible();
  await age(page, 8);
  let calls = 0;
  await page.route("**/quote/new", (route) => {
    calls++;
    return route.continue();
  });
  await page.goto("/about");
  await bar(page).getByText("A message waits").click();
  await expect(bar(page).getByText("It could not be sent within seven days")).toBeVisible();
  expect(calls).toBe(0);
  await bar(page).getByRole("button", { name: "Send now" }).click();
  await expect(bar(page).getByText("The message has been sent.")).toBeVisible();
});

test("a double click and a second tab store one lead", async ({ page, context }) => {
  await open(page, "Doubleclick and tabs");
  const release = await holdBack(page, "**/quote/new");
  await formOf(page).getByRole("button", { name: "Send Message" }).dblclick();
  const second = await context.newPage();
  await second.goto("/about");
  await hydrated(second);
  release();
  await expect(formOf(page).getByRole("status").getByText(sent)).toBeVisible();
  expect(await leads(page, "Doubleclick")).toBe(1);
});

test("a queued message survives the closing of its tab", async ({ page: office, context, problems }) => {
  problems.expect(/quote\/new|The message is kept|reached/);
  const page = await context.newPage();
  await open(page, "Closed tab");
  await page.route("**/quote/new", (route) => route.abort("connectionrefused"));
  await press(page);
  await expect(formOf(page).getByRole("alert").getByText(kept)).toBeVisible();
  await page.close();
  await (await context.newPage()).goto("/portfolio");
  await expect.poll(() => leads(office, "Closed tab")).toBe(1);
});

test("neither the page after a plain form nor Back offers the sent message again", async ({ page }) => {
  const message = page.locator("#quote-form [name=message]");
  const values = { fullName: "Ada Lovelace", email: "ada@example.com", message: "Sent once" };
  await page.goto("/career");
  await page.evaluate((draft) => sessionStorage.setItem("draft:quote", JSON.stringify(draft)), { values });
  await page.goto("/sent/quote");
  await hydrated(page);
  await expect(message).toHaveValue("");

  await page.goto("/career#quote");
  await hydrated(page);
  const panel = page.getByRole("dialog", { name: "Get a Quote" });
  await panel.getByLabel("Full name").fill(values.fullName);
  await panel.getByLabel("Email").fill(values.email);
  await message.fill("Sent from a later page");
  await page.goto("/about#quote");
  await hydrated(page);
  await panel.getByRole("button", { name: "Send Message" }).click();
  await expect(panel.getByRole("status").getByText(sent)).toBeVisible();
  const release = await holdHydration(page);
  await page.goBack();
  await expect(message).toHaveValue("Sent from a later page");
  release();
  await hydrated(page);
  await expect(message).toHaveValue("");
});

/** As if the message had been written days ago. */
async function age(page: Page, days: number) {
  await page.evaluate(async (ms) => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("outbox");
      request.onsuccess = () => resolve(request.result);
    });
    const messages = db.transaction("messages", "readwrite").objectStore("messages");
    await new Promise<void>((resolve) => {
      const all = messages.getAll();
      all.onsuccess = () => {
        for (const message of all.result) messages.put({ ...message, at: message.at - ms });
        messages.transaction.oncomplete = () => resolve();
      };
    });
    db.close();
  }, days * 86_400_000);
}
