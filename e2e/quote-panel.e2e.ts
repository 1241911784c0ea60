import type { Page } from "@playwright/test";
import { pass, stopTime } from "./support/clock.ts";
import { expect, expectNoAxeViolations, test } from "./support/fixtures.ts";
import { holdBack, holdHydration } from "./support/hold-back.ts";
import { hydrated } from "./support/hydrated.ts";

const panelOf = (page: Page) => page.getByRole("dialog", { name: "Get a Quote" });
const sent = "Your message has been sent successfully.";

async function open(page: Page, path = "/") {
  await page.goto(path);
  await page.getByRole("banner").getByRole("button", { name: "Get a Quote" }).click();
  const panel = panelOf(page);
  await expect(panel).toBeVisible();
  return panel;
}

async function fill(page: Page) {
  await panelOf(page).getByLabel("Full name").fill("Ada Lovelace");
  await panelOf(page).getByLabel("Email").fill("ada@example.com");
  await panelOf(page).getByLabel("Message").fill("An engine that weaves patterns.");
}

test("the panel traps the focus, returns it on Escape, and closes by button and scrim", async ({ page }) => {
  const panel = await open(page);
  await hydrated(page);
  await page.waitForFunction(() => document.querySelector("#quote:modal") !== null);
  await expect(panel.getByLabel("Full name")).toBeFocused();
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press("Tab");
    expect(
      await panel.evaluate(
        (dialog) => dialog.contains(document.activeElement) || document.activeElement === document.body,
      ),
    ).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(page.getByRole("banner").getByRole("button", { name: "Get a Quote" })).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(panel).toBeVisible();
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(panel).toBeHidden();
  await page.getByRole("button", { name: "Start Building" }).press(" ");
  await expect(panel).toBeVisible();
  // A press that began in the panel (a text being marked) is none on the scrim.
  await panel.getByLabel("Full name").hover();
  await page.mouse.down();
  await page.mouse.move(60, 400);
  await page.mouse.up();
  await expect(panel).toBeVisible();
  await page.mouse.click(60, 400);
  await expect(panel).toBeHidden();
});

test("at 400 % zoom the foot of the panel covers no field and no line being typed", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto("/");
  await page.getByRole("button", { name: "Start Building" }).click();
  const panel = page.getByRole("dialog", { name: "Get a Quote" });
  for (const label of ["Full name", "Email", "Message"]) {
    const field = panel.getByLabel(label);
    await field.focus();
    // The middle of a focused field is the field itself, not what lies above it.
    await expect
      .poll(() =>
        field.evaluate((element) => {
          element.scrollIntoView({ block: "nearest" });
          const { left, top, width } = element.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + 24) === element;
        }),
      )
      .toBe(true);
  }
  const [button, mark] = await Promise.all([
    panel.getByRole("button", { name: "Send Message" }).boundingBox(),
    panel.locator("form svg").last().boundingBox(),
  ]);
  expect((mark?.x ?? 0) - (button ? button.x + button.width : 0)).toBeGreaterThanOrEqual(12);

  await page.setViewportSize({ width: 1280, height: 650 });
  const message = panel.getByLabel("Message");
  await message.focus();
  await page.keyboard.type("One of many lines\n".repeat(20));
  const endIsSeen = () =>
    message.evaluate((element) => {
      const { left, bottom, width } = element.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, bottom - 8) === element;
    });
  await expect.poll(endIsSeen).toBe(true);
});

test("an invalid e-mail address in the panel is marked, focused and not sent", async ({ page }) => {
  const panel = await open(page);
  const send = panel.getByRole("button", { name: "Send Message" });
  await fill(page);
  await hydrated(page);
  await panel.getByLabel("Email").fill("ada@example");
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().includes("/quote/new")) calls += 1;
  });
  await send.click();
  await expect(panel.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
  await expect(panel.getByLabel("Email")).toHaveAccessibleDescription(
    "Enter a full email address, like name@company.com",
  );
  await expect(panel.getByLabel("Email")).toBeFocused();
  // The focus was there already: only the words tell of it.
  const alert = panel.getByRole("alert");
  await expect(alert).toHaveText("");
  await page.keyboard.press("Enter");
  await expect(alert).toHaveText("Enter a full email address, like name@company.com");
  await expectNoAxeViolations(page);
  await panel.getByLabel("Email").fill("ada@example.");
  await expect(alert).toHaveText("");
  expect(calls).toBe(0);
});

test("the very first press opens the panel before any script has come", async ({ page }) => {
  await page.route("**/assets/*.js", () => {});
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("banner").getByRole("button", { name: "Get a Quote" }).click({ noWaitAfter: true });
  const panel = page.getByRole("dialog", { name: "Get a Quote" });
  await expect(panel).toBeVisible();
  await expect(panel).toHaveCSS("animation-name", /slide-in.*, scrim-in/);
  await expect(panel).toHaveCSS("animation-duration", "0.3s, 0.15s");
  // It closes and opens again, even if none ever comes.
  await panel.getByRole("button", { name: "Close" }).click({ noWaitAfter: true });
  await expect(panel).toBeHidden();
  await page.getByRole("banner").getByRole("button", { name: "Get a Quote" }).click({ noWaitAfter: true });
  await expect(panel).toBeVisible();
});

test("a sent message is confirmed for five seconds, longer under pointer or focus", async ({ page }) => {
  const panel = await open(page);
  await fill(page);
  await hydrated(page);
  await stopTime(page);
  const request = page.waitForRequest("**/api/quote/new");
  await panel.getByRole("button", { name: "Send Message" }).click();
  expect((await request).postDataJSON()).toEqual({
    fullName: "Ada Lovelace",
    email: "ada@example.com",
    message: "An engine that weaves patterns.",
  });
  const notice = panel.getByRole("status").getByText(sent);
  await expect(notice).toBeVisible();
  await expect(panel.getByLabel("Message")).toHaveValue("");

  await pass(page, 4_000);
  await fill(page);
  await panel.getByRole("button", { name: "Send Message" }).click();
  await expect(panel.getByLabel("Message")).toHaveValue("");
  // The second send restarts the five seconds.
  await pass(page, 4_900);
  await expect(notice).toBeVisible();
  await notice.click();
  await pass(page, 8_000);
  await expect(notice).toBeVisible();
  await page.mouse.move(900, 60);
  await pass(page, 8_000);
  await expect(notice).toBeVisible();
  await panel.getByLabel("Message").focus();
  await pass(page, 4_900);
  await expect(notice).toBeVisible();
  await pass(page, 200);
  await expect(notice).toBeHidden();
});

test("text typed in the panel before hydration survives closing and a reload", async ({ page }) => {
  const release = await holdHydration(page);
  const panel = await open(page);
  await fill(page);
  release();
  await hydrated(page);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  for (const key of ["Enter", " "]) {
    await page.getByRole("button", { name: "Start Building" }).focus();
    await page.keyboard.down(key);
    await expect(panel.getByLabel("Full name")).toBeFocused();
    // Down a second time, it is a repetition.
    await page.keyboard.down(key);
    await page.keyboard.up(key);
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
  }
  await page.getByRole("button", { name: "Start Building" }).click();
  await expect(panel.getByLabel("Full name")).toHaveValue("Ada Lovelace");
  await expect(panel.getByLabel("Message")).toHaveValue("An engine that weaves patterns.");

  await page.reload();
  await page.getByRole("button", { name: "Start Building" }).click();
  await expect(panel.getByLabel("Full name")).toHaveValue("Ada Lovelace");
  await expect(panel.getByLabel("Message")).toHaveValue("An engine that weaves patterns.");
  await expect(panel.getByRole("button", { name: "Send Message" })).toBeEnabled();
});

for (const when of ["while its script is on the way", "while that begins to act"])
  test(`what is typed at once after the press on its link, ${when}, stands in the panel`, async ({ page }) => {
    const isHeld = when === "while its script is on the way";
    const release = isHeld ? await holdBack(page, "**/assets/*.js") : () => {};
    await page.goto("/", { waitUntil: isHeld ? "commit" : "load" });
    await page.getByRole("banner").getByRole("button", { name: "Get a Quote" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Ada Lo");
    const name = panelOf(page).getByLabel("Full name");
    await name.evaluate((field) => field.addEventListener("blur", () => field.setAttribute("data-left", "")));
    release();
    await page.waitForFunction(() => document.querySelector("#quote:modal") !== null);
    await page.keyboard.type("velace");
    await expect(name).toHaveValue("Ada Lovelace");
    // Not even for a moment: what an input method composes would be cut off.
    await expect(name).not.toHaveAttribute("data-left");
  });

test("the panel that was closed before the script has come stays closed", async ({ page }) => {
  const release = await holdBack(page, "**/assets/*.js");
  await page.goto("/", { waitUntil: "commit" });
  const panel = panelOf(page);
  const opener = page.getByRole("banner").getByRole("button", { name: "Get a Quote" });
  await opener.click();
  await expect(panel).toBeVisible();
  await page.keyboard.press("Escape");
  release();
  await expect(page.locator("#quote")).toHaveAttribute("data-hydrated");
  await expect(panel).toBeHidden();
  await opener.click();
  await expect(panel.getByLabel("Full name")).toBeFocused();
  await expect(page.locator("#quote:modal")).toBeVisible();
});
