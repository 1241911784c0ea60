import type { Locator, Page } from "@playwright/test";
import { expect, expectNoAxeViolations, logIn, test } from "./support/fixtures.ts";
import { holdBack } from "./support/hold-back.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";
import { officeOf } from "./support/office.ts";

const panel = (page: Page) => page.getByRole("region", { name: "Client approval" });
const framed = (page: Page) => page.frameLocator("iframe[title='The page']");

/** Waits until the page in the frame has been loaded, so that nothing is left half loaded by what follows. */
const expectLoaded = (page: Page) =>
  expect(page.getByRole("button", { name: /^(Comment on a spot|Choose another spot)$/ })).toBeEnabled();

/** Expects a pin on an element of the page in the frame. */
async function expectOn(pin: Locator, element: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const [at, box] = [await pin.boundingBox(), await element.boundingBox()];
      if (!at || !box) return "not there";
      // A pin points with its lower left corner.
      const [left, top] = [at.x, at.y + at.height];
      const isIn =
        left >= box.x - 1 && left <= box.x + box.width + 1 && top >= box.y - 1 && top <= box.y + box.height + 1;
      return isIn ? "on it" : `at ${left}, ${top}, beside ${JSON.stringify(box)}`;
    })
    .toBe("on it");
}

test("a client comments on a draft and approves it", async ({ page, office, browser, baseURL, problems }) => {
  test.slow();
  problems.expect(/^409 PUT|^412 POST|^console: Save failed|^uncaught: $/);
  const { slug } = await office.post("/faq/add", { question: "What is approved?", answer: "Published." });
  const draft = async (answer: string) => {
    const over = (await office.get(`/draft/faq/${slug}`))?.version ?? null;
    await office.put(`/draft/faq/${slug}`, { changes: { answer }, baseVersion: 1, over });
  };
  await draft("Drafted for the client.");
  await page.goto(`/admin/faq/update/${slug}`);
  await panel(page).getByRole("button", { name: "Ask a client…" }).click();
  const dialog = page.getByRole("dialog", { name: "Ask a client" });
  await dialog.getByLabel("For whom").fill("Ada Lovelace");
  await dialog.getByLabel("Days").fill("7");
  await dialog.getByLabel("Publish only once approved").check();
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Make the link" }).click();
  const made = page.getByRole("dialog", { name: "The link is made" });
  const link = new URL(await made.getByLabel("Link").inputValue()).pathname;
  await made.getByRole("button", { name: "Close" }).click();
  await expect(panel(page).getByText("No answer yet.")).toBeVisible();
  await page.getByRole("button", { name: "Publish at…" }).click();
  const time = page.getByRole("dialog", { name: "Publish at" });
  await expect(time.getByText(/^This waits for the approval of Ada Lovelace\./)).toBeVisible();
  await time.getByRole("button", { name: "Cancel" }).click();
  await expect(time).toBeHidden();
  await page.getByRole("button", { name: "Update Question" }).click();
  await expect(
    page
      .getByText(/^This waits for the approval of Ada Lovelace\./)
      .filter({ visible: true })
      .last(),
  ).toBeVisible();

  const context = await browser.newContext({ baseURL });
  problems.watch(context);
  const client = await context.newPage();
  await client.goto(link);
  await expect(framed(client).getByText("Drafted for the client.")).toBeVisible();
  await client.getByRole("button", { name: "Comment on a spot" }).click();
  const heading = framed(client).getByRole("heading", { level: 1 });
  await heading.click();
  await expect(client.getByText(/^Your comment will stand at/)).toBeVisible();
  await client.getByLabel("Your words").fill("Larger, please.");
  await client.getByRole("button", { name: "Send comment" }).click();
  await expect(client.getByText("Thank you, your answer has been sent.")).toBeVisible();
  await expect(client.getByText("Thank you, your answer has been sent.")).toBeFocused();
  await client.getByRole("button", { name: "Comment on a spot" }).click();
  const ring = client.getByRole("button", { name: /^Spot on the page/ });
  await expect(ring).toBeFocused();
  await ring.press("ArrowUp");
  await expect(client.getByText(/^On /)).toBeVisible();
  await ring.press("Enter");
  await expect(client.getByLabel("Your words")).toBeFocused();
  await client.keyboard.type("Shorter.");
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
  await client.route("**/approve/*/page", (route) => isAllowed.then(() => route.continue()));
  await client.getByRole("button", { name: "Ask for changes" }).click();
  await expect(client.getByText("You asked for changes.")).toBeVisible();
  // A page that is still loading would scroll away from the comment, to its own fragment.
  const show = client.getByRole("button", { name: "Show on the page" });
  await expect(show).toHaveCount(2);
  for (const button of await show.all()) await expect(button).toBeDisabled();
  allow();
  for (const width of [1440, 390]) {
    await client.setViewportSize({ width, height: 900 });
    await show.first().click();
    await expectOn(client.getByRole("button", { name: "Comment 1" }), heading);
    await expectNoSidewaysScroll(client);
  }
  await expectNoAxeViolations(client);

  await page.goto("/admin/today");
  await expect(page.getByText("Ada Lovelace asks for changes: Shorter.")).toBeVisible();
  await page.getByRole("link", { name: /Ada Lovelace asks for changes/ }).click();
  await expect(panel(page).getByText("Asks for changes.", { exact: true })).toBeVisible();
  await panel(page).getByRole("button", { name: "Show on the page" }).click();
  const spots = page.getByRole("dialog", { name: "Comments on the page" });
  await spots.getByRole("button", { name: "1. Larger, please." }).click();
  await expectOn(
    spots.getByRole("button", { name: "Comment 1" }),
    page.frameLocator("iframe[title='Page with comments']").getByRole("heading", { level: 1 }),
  );
  await expectNoAxeViolations(page);
  await spots.getByRole("button", { name: "Close the page" }).click();
  const done = panel(page).getByLabel("Done with answer 1");
  await done.click();
  await expect(done).toBeChecked();
  const isDone = async () =>
    (await office.get(`/approval/faq/${slug}`)).links[0].notes.map(({ doneAt }: { doneAt: string | null }) => !!doneAt);
  await expect.poll(isDone).toEqual([true, false]);
  await expectNoSidewaysScroll(page, [1440, 390]);

  // Not what the client saw: it comes again, with the words.
  await draft("Short.");
  await client.getByLabel("Your words").fill("Now it is right.");
  await client.getByRole("button", { name: "Approve" }).click();
  await expect(client.getByText(/has been changed since you opened it/)).toBeVisible();
  await expect(client.getByLabel("Your words")).toHaveValue("Now it is right.");
  await expect(framed(client).getByText("Short.", { exact: true })).toBeVisible();
  await expectLoaded(client);
  await client.getByRole("button", { name: "Approve" }).click();
  await expect(client.getByText("You approved this page.")).toBeVisible();
  await expectLoaded(client);
  await context.close();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/admin/faq/update/${slug}`);
  await expect(panel(page).getByText("Approved this version.")).toBeVisible();
  await page.getByRole("button", { name: "Update Question" }).click();
  await expect(page).toHaveURL(/\/admin\/faq$/);
  expect(await (await page.request.get("/about")).text()).toContain("Short.");
});

test("a client without JavaScript asks for changes and approves", async ({ page, browser, baseURL, problems }) => {
  problems.expect(/^(404 GET|409 POST|422 POST|failed: POST) .*\/approve\//);
  // A page that is left may report what it was reading as aborted, without a stack.
  problems.expect(/^uncaught: $/);
  await logIn(page);
  const office = await officeOf(page);
  const { slug } = await office.post("/faq/add", { question: "Without scripts?", answer: "Yes.", published: false });
  const { id, url } = await office.post(`/approval/faq/${slug}`, { name: "Ada", days: 1 });
  const link = new URL(url).pathname;
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const client = await context.newPage();
  await client.goto(link);
  await expect(framed(client).getByText("Without scripts?")).toBeVisible();
  await expect(client.getByRole("button", { name: "Comment on a spot" })).toBeHidden();
  await client.getByRole("button", { name: "Ask for changes" }).click();
  await expect(client.getByRole("alert")).toHaveText("Say what should change.");
  await client.getByLabel("Your words").fill("Say more.");
  await client.getByLabel("Your name").fill("augusta.ada.king.lovelace@analyticalenginecompany.example");
  await client.getByRole("button", { name: "Ask for changes" }).click();
  await expect(client.getByText("You asked for changes.")).toBeVisible();
  await client.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(client);
  await client.getByRole("button", { name: "Approve" }).click();
  await expect(client.getByText("You approved this page.")).toBeVisible();
  await context.close();

  await page.goto(link);
  await expectLoaded(page);
  await page.route(`**${link}`, (route) => route.abort("internetdisconnected"));
  await page.getByLabel("Your words").fill("Typed on a train.");
  await page.getByRole("button", { name: "Send comment" }).click();
  await expect(page.getByRole("alert")).toContainText("Your words are still here");
  await expect(page.getByLabel("Your words")).toHaveValue("Typed on a train.");
  await page.unroute(`**${link}`);
  await page.getByRole("button", { name: "Send comment" }).click();
  await expect(page.getByText("Thank you, your answer has been sent.")).toBeVisible();
  await expect(page.getByText("Typed on a train.")).toBeVisible();
  await expectLoaded(page);
  await office.put(`/faq/edit/${slug}`, { published: true });
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("alert")).toContainText("There is nothing to approve any more");
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await expectLoaded(page);
  await office.remove(`/approval-link/${id}`);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link is not open" })).toBeVisible();
  await expectNoAxeViolations(page);
});

test("a client removes a spot by keyboard; a reload keeps words and spot", async ({ page, office, problems }) => {
  problems.expect(/^412 POST|^failed: POST .*\/approve\/|^uncaught: $/);
  const { slug } = await office.post("/faq/add", { question: "Which spot?", answer: "Here.", published: false });
  const { url } = await office.post(`/approval/faq/${slug}`, { name: "Ada", days: 1 });
  const link = new URL(url).pathname;
  const words = page.getByLabel("Your words");
  const choose = page.getByRole("button", { name: /^(Comment on a spot|Choose another spot)$/ });
  const remove = page.getByRole("button", { name: "Remove the spot" });
  const pin = page.locator(".pin");
  const chooseByKeyboard = async () => {
    await choose.press("Enter");
    await expect(remove).toBeHidden();
    await page.keyboard.press("Enter");
    await expect(words).toBeFocused();
    await expect(pin).toHaveCount(1);
  };
  const removeByKeyboard = async () => {
    await choose.focus();
    await page.keyboard.press("Tab");
    await expect(remove).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("The spot has been removed.")).toBeVisible();
    await expect(choose).toHaveText("Comment on a spot");
    await expect(choose).toBeFocused();
    await expect(remove).toBeHidden();
    await expect(pin).toHaveCount(0);
  };
  await page.goto(link);
  await expectLoaded(page);
  await expect(remove).toBeHidden();
  await chooseByKeyboard();
  await choose.press("Enter");
  await page.keyboard.press("Escape");
  await expect(page.getByText(/^Your comment will stand at/)).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, [1440, 390]);
  await removeByKeyboard();

  await chooseByKeyboard();
  await page.keyboard.type("Said once.");
  await page.getByLabel("Your name (optional)").fill("Ada");
  await page.reload();
  await expectLoaded(page);
  await expect(words).toHaveValue("Said once.");
  await expect(page.getByLabel("Your name (optional)")).toHaveValue("Ada");
  await expect(pin).toHaveCount(1);
  await office.put(`/faq/edit/${slug}`, { answer: "There." });
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText(/has been changed since you opened it/)).toBeVisible();
  await expectLoaded(page);
  await expect(page.getByText(/^Your comment will stand at/)).toBeVisible();
  await removeByKeyboard();

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(`**${link}`, async (route) => {
    await route.fetch();
    await answered;
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Send comment" }).click();
  await words.press("End");
  await page.keyboard.type(" Typed while it is sent, it would be lost.");
  answer();
  await expect(page.getByRole("alert")).toContainText("Your words are still here");
  await page.unroute(`**${link}`);
  await page.reload();
  await expectLoaded(page);
  await expect(words).toHaveValue("Said once.");
  await expect(pin, "the spot stays removed").toHaveCount(0);
  await page.getByRole("button", { name: "Send comment" }).click();
  await expect(page.getByText("Thank you, your answer has been sent.")).toBeVisible();
  await expectLoaded(page);
  await expect(page.locator(".words")).toHaveText(["Said once."]);
  const { links } = await office.get(`/approval/faq/${slug}`);
  expect(links[0].notes).toMatchObject([{ kind: "comment", text: "Said once.", spot: null }]);
  await expect(words).toHaveValue("");
  await page.reload();
  await expectLoaded(page);
  await expect(words).toHaveValue("");
  await words.fill("Said next.");
  await page.reload();
  await expectLoaded(page);
  await expect(words).toHaveValue("Said next.");
  const arrive = await holdBack(page, "**/assets/*.js");
  await page.goto(link, { waitUntil: "commit" });
  await words.fill("Typed before the script has come.");
  arrive();
  await expectLoaded(page);
  await expect(words).toHaveValue("Typed before the script has come.");
});
