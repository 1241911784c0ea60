import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { holdBack, holdHydration } from "./support/hold-back.ts";
import { hydrated } from "./support/hydrated.ts";
import { expectNoSidewaysScroll } from "./support/looks.ts";

// What lies below the first screen is laid out after the page has loaded. Whoever comes there earlier misses nothing.

/** Twice: the first movement that a browser reports may be none. */
async function moveMouse(page: Page): Promise<void> {
  for (const place of [9, 12]) await page.mouse.move(place, place);
}

const paths = ["/", "/portfolio", "/about", "/career", "/details/0"];

const contact = (page: Page) => page.locator("#contact");
/** In pixels. One is lost where a part's height is no whole number. */
const topOf = (page: Page) =>
  contact(page).evaluate((section) => Math.abs(Math.round(section.getBoundingClientRect().top)));

test("when the script fails, sections are laid out at the first scroll", async ({ page, problems }) => {
  problems.expect(/net::ERR_FAILED/);
  await page.route("**/*.js", (route) => route.abort());
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("html")).toHaveAttribute("data-far", "auto");
  await page.mouse.wheel(0, 100);
  await expect(page.getByRole("contentinfo")).toHaveCSS("content-visibility", "visible");
  for (const path of paths) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(path);
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  const isSection = await page.locator("main > .lap").evaluate((section) => {
    section.scrollIntoView({ block: "center", behavior: "instant" });
    const { top } = section.getBoundingClientRect();
    scrollBy({ top: top - innerHeight / 2, behavior: "instant" });
    const above = innerHeight / 2 - 20;
    return [100, innerWidth - 20].map((x) => document.elementFromPoint(x, above) === section);
  });
  expect(isSection).toEqual([false, true]);
});

for (const [part, file] of [
  ["the library", /\/assets\/react-[^/]*\.js/],
  ["the hydration", /\/assets\/hydrate-[^/]*\.js/],
  ["what the islands consist of", /\/assets\/registry-[^/]*\.js/],
  ["the late style sheet", /\/assets\/late-[^/]*\.css/],
] as const)
  test(`when ${part} fails to load, it is requested again and the page hydrates`, async ({ page, problems }) => {
    problems.expect(/net::ERR_/);
    let calls = 0;
    await page.route(file, (route) => {
      calls++;
      return calls <= 2 ? route.abort("connectionreset") : route.continue();
    });
    await page.goto("/");
    await hydrated(page);
    expect(calls).toBeGreaterThan(2);
  });

test("what the islands consist of is requested without waiting for the hydration to arrive", async ({ page }) => {
  const release = await holdHydration(page);
  await page.goto("/");
  const requested = page.waitForRequest("**/assets/registry-*.js");
  await moveMouse(page);
  await requested;
  release();
  await hydrated(page);
});

test("while a part of the script fails to load, plain forms send messages", async ({ page, problems }) => {
  problems.expect(/net::ERR_/);
  // The browser tells of a view transition that it drops on the way.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.route(/\/assets\/hydrate-[^/]*\.js/, (route) => route.abort("connectionreset"));
  await page.goto("/");
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/assets/hydrate-"));
  await moveMouse(page);
  await failed;
  const form = page.getByRole("main");
  await form.getByLabel("Full name").fill("Ada Lovelace");
  await form.getByLabel("Email").fill("ada@example.com");
  await form.getByLabel("Phone number").fill("+44 20 7946 0000");
  await form.getByLabel("Message").fill("By the plain form");
  await form.getByRole("button", { name: "Send Message" }).click();
  await expect(page).toHaveURL(/\/sent\/contact\//);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your message has been sent successfully.");

  await page.goto("/career");
  await page.getByRole("banner").getByRole("button", { name: "Get a Quote" }).click();
  const panel = page.getByRole("dialog", { name: "Get a Quote" });
  await panel.getByLabel("Full name").fill("Ada Lovelace");
  await panel.getByLabel("Email").fill("ada@example.com");
  await panel.getByLabel("Message").fill("By the panel");
  await panel.getByRole("button", { name: "Send Message" }).click();
  await expect(page).toHaveURL(/\/sent\/quote\//);
});

test("pictures below the first screen are requested only after the first paint", async ({ page, problems }) => {
  problems.expect(/net::ERR_FAILED/);
  await page.setViewportSize({ width: 390, height: 844 });
  // Holds back the first frame, and the script that lays out the rest.
  await page.addInitScript(() => {
    const frame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (task) => {
      addEventListener("first-frame", () => frame(task), { once: true });
      return 0;
    };
  });
  await page.route("**/*.js", (route) => route.abort());
  for (const path of ["/portfolio", "/details/0"]) {
    await page.goto(path);
    const far = page.locator("main .far img").first();
    const loads = () => far.evaluate((image: HTMLImageElement) => image.currentSrc !== "");
    expect(await loads(), path).toBe(false);
    await page.evaluate(() => dispatchEvent(new Event("first-frame")));
    await expect(page.locator("html")).toHaveAttribute("data-far", "auto");
    await far.scrollIntoViewIfNeeded();
    await expect.poll(loads, path).toBe(true);
  }
});

test("the page keeps its height while a visitor scrolls it before it has loaded", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // The page has loaded when its first picture has.
  const arrive = await holdBack(page, "**/uploads/**");
  await page.goto("/", { waitUntil: "domcontentloaded" });
  await expect(page.locator("html")).toHaveAttribute("data-far", "auto");
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  await page.mouse.wheel(0, 200);
  await expect.poll(height).not.toBe(before);
  const scrolled = await height();
  arrive();
  await expect(page.locator("html")).toHaveAttribute("data-laid-out");
  expect(await height()).toBe(scrolled);
});

test("parts below every first screen have no boxes until the document is complete", async ({ page }) => {
  await page.addInitScript(() => {
    const seen = { whenParsed: [] as string[], readsOfScroll: 0, changesAtLoad: 0 };
    Object.assign(window, { seen });
    // What changes in a listener is laid out in the same task.
    const changes = new MutationObserver(() => {});
    changes.observe(document, { subtree: true, attributeFilter: ["data-far"] });
    const listen = window.addEventListener.bind(window);
    window.addEventListener = (...[type, listener, options]: Parameters<typeof listen>) => {
      const noted = (event: Event) => {
        changes.takeRecords();
        if (typeof listener === "function") listener(event);
        seen.changesAtLoad += changes.takeRecords().length;
      };
      listen(type, type === "load" || type === "DOMContentLoaded" ? noted : listener, options);
    };
    let isParsed = false;
    listen("DOMContentLoaded", () => {
      isParsed = true;
      const parts = [...document.querySelectorAll("main > *, main ~ footer")];
      seen.whenParsed = parts.filter((part) => getComputedStyle(part).display === "none").map((part) => part.tagName);
    });
    const { get } = Object.getOwnPropertyDescriptor(window, "scrollY") ?? {};
    Object.defineProperty(window, "scrollY", {
      get() {
        if (!isParsed) seen.readsOfScroll += 1;
        return get?.call(window);
      },
    });
  });
  const without = { "/": 6, "/about": 4, "/portfolio": 1, "/details/0": 1, "/career": 0 };
  for (const [path, count] of Object.entries(without)) {
    await page.goto(path);
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("data-laid-out");
    const { whenParsed, readsOfScroll, changesAtLoad } = await page.evaluate(
      () =>
        (window as unknown as { seen: { whenParsed: string[]; readsOfScroll: number; changesAtLoad: number } }).seen,
    );
    expect([path, whenParsed.length, readsOfScroll, changesAtLoad]).toEqual([path, count, 0, 0]);
    await expect(page.locator("main > :last-child")).toBeVisible();
  }
});

test("what is far below an open panel is skipped, and the page keeps its height", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await hydrated(page);
  const isShown = () =>
    page.locator("footer > *").evaluateAll(([part]) => part?.checkVisibility({ contentVisibilityAuto: true }));
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await expect.poll(isShown).toBe(true);
  const before = await height();
  await page
    .getByRole("link", { name: "Menu" })
    .or(page.getByRole("button", { name: "Menu" }))
    .first()
    .click();
  await expect.poll(isShown).toBe(false);
  await page.getByRole("dialog").getByText("Get a Quote").click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: /quote/i })).toBeVisible();
  expect([await isShown(), await height()]).toEqual([false, before]);
  await page.keyboard.press("Escape");
  await expect.poll(isShown).toBe(true);
  expect(await height()).toBe(before);
});

for (const width of [390, 1440]) {
  test(`a fragment opened while the page loads stays in place after hydration, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/#contact", { waitUntil: "commit" });
    await expect.poll(() => topOf(page)).toBeLessThanOrEqual(1);
    await hydrated(page);
    await expect.poll(() => topOf(page)).toBeLessThanOrEqual(1);
  });

  for (const state of width === 390 ? ["none", "auto"] : ["auto"])
    test(`a fragment opened while what is far below is "${state}" is scrolled to, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript((when) => {
        const open = () => {
          if (document.documentElement.dataset.far !== when || !document.getElementById("contact")) return;
          seen.disconnect();
          location.hash = "#contact";
        };
        const seen = new MutationObserver(open);
        seen.observe(document, { subtree: true, childList: true, attributeFilter: ["data-far"] });
      }, state);
      await page.goto("/", { waitUntil: "commit" });
      await hydrated(page);
      await expect.poll(() => topOf(page)).toBeLessThanOrEqual(1);
      expect(page.url()).toMatch(/#contact$/);
    });

  test(`the content in view does not shift while the rest is laid out, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const arrive = await holdBack(page, "**/*.js");
    await page.goto("/", { waitUntil: "commit" });
    const read = page.getByRole("heading", { name: "Industries we know" });
    const twoFrames = () =>
      page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    // There is no frame before the style sheet, and no place to scroll to either.
    await twoFrames();
    // The document is not complete without the script: what lies far below appears with the first scroll.
    await expect(page.getByRole("contentinfo")).toBeHidden();
    await page.mouse.wheel(0, 200);
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await read.evaluate((heading) => heading.scrollIntoView({ block: "center", behavior: "instant" }));
    // The parts that came near are drawn.
    await twoFrames();
    await expect(read).toBeInViewport();
    const placeOf = () => read.evaluate((heading) => heading.getBoundingClientRect().top);
    const before = await placeOf();
    arrive();
    await hydrated(page);
    await expect.poll(async () => Math.abs((await placeOf()) - before)).toBeLessThan(4);
  });
}

test("a panel opened before hydration does not move when the page hydrates", async ({ page }) => {
  const arrive = await holdBack(page, "**/assets/first-interaction-*.js");
  await page.goto("/");
  await page.getByRole("banner").getByRole("button", { name: "Get a Quote" }).click();
  const panel = page.getByRole("dialog", { name: "Get a Quote" });
  const close = panel.getByRole("button", { name: "Close" });
  await close.hover();
  const places = panel.evaluate(
    (dialog) =>
      new Promise<number[]>((resolve) => {
        const seen = new Set<number>();
        let frames = 0;
        const look = () => {
          seen.add(dialog.getBoundingClientRect().left);
          // Some frames after the hydration too: a movement would take twenty.
          if ("hydrated" in document.documentElement.dataset) frames++;
          if (frames > 5) resolve([...seen]);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await page.mouse.down();
  arrive();
  await hydrated(page);
  expect(await places).toHaveLength(1);
  // Nor does its scrim fade in again.
  expect(await panel.evaluate((dialog) => getComputedStyle(dialog, "::backdrop").animationName)).toBe("none");
  await page.mouse.up();
  await expect(panel).toBeHidden();
  // Opened by the script it slides in.
  await page.getByRole("banner").getByRole("button", { name: "Get a Quote" }).click();
  await expect(panel).toHaveCSS("animation-duration", "0.3s");
});

test("a visitor who moves to the next field during hydration keeps the focus there", async ({ page }) => {
  // React has taken over and waits for its turn, which is held back: the change of the field makes it hydrate there and
  // then.
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      held.push(() => post.call(this, message));
      document.documentElement.dataset.held = "";
    };
    addEventListener("change", () => {
      MessagePort.prototype.postMessage = post;
      for (const go of held) go();
    });
  });
  const arrive = await holdBack(page, "**/assets/react-*.js");
  await page.goto("/#quote");
  const panel = page.getByRole("dialog", { name: "Get a Quote" });
  const email = panel.getByLabel("Email");
  await email.click();
  await page.keyboard.type("ada@example.com");
  arrive();
  await page.locator("html[data-held]").waitFor({ state: "attached" });
  await expect(page.locator("html")).not.toHaveAttribute("data-hydrated");
  // As a telephone's keyboard or a screen reader goes on, without a key or a press that would hydrate the page first.
  await panel.getByLabel("Message").evaluate((message) => message.focus());
  await page.keyboard.type("An engine");
  await expect(panel.getByLabel("Message")).toHaveValue("An engine");
  await hydrated(page);
  await expect(panel.getByLabel("Message")).toBeFocused();
  await expect.poll(() => panel.evaluate((dialog) => dialog.matches(":modal"))).toBe(true);
});

test("one step up brings the header back, though the script came after the visitor had scrolled", async ({ page }) => {
  const arrive = await holdBack(page, "**/assets/*.js");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/", { waitUntil: "commit" });
  await page.locator("footer").waitFor({ state: "attached" });
  await page.evaluate(() => scrollTo(0, 2_000));
  arrive();
  await page.locator("html[data-laid-out]").waitFor({ state: "attached" });
  // The script reads where the page is after its first frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await page.evaluate(() => scrollBy(0, -300));
  await expect(page.locator("html")).toHaveAttribute("data-header", "shown");
});

test("pressing End before the rest is laid out scrolls to the end of the page", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 390, height: 844 });
  const arrive = await holdBack(page, "**/assets/*.js");
  await page.goto("/", { waitUntil: "commit" });
  await page.locator("footer").waitFor({ state: "attached" });
  // A browser hears no key before its first frame is on the screen.
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  await page.keyboard.press("End");
  const left = () => page.evaluate(() => Math.round(document.documentElement.scrollHeight - innerHeight - scrollY));
  await expect.poll(left).toBeLessThanOrEqual(1);
  arrive();
  await hydrated(page);
  await expect.poll(left).toBeLessThanOrEqual(1);
});

test("an empty form's button is disabled from before hydration until something is typed", async ({ page }) => {
  const arrive = await holdBack(page, "**/assets/react-*.js");
  const asked = page.waitForRequest("**/assets/react-*.js");
  await page.goto("/#contact");
  const send = page.getByRole("main").getByRole("button", { name: "Send Message" });
  const subscribe = page.getByRole("button", { name: "Subscribe" });
  const look = () =>
    send.evaluate((button) =>
      [button, ...button.children].map((part) => {
        const { backgroundColor, backgroundImage, color, outline, borderTop, borderInlineStart } =
          getComputedStyle(part);
        return { backgroundColor, backgroundImage, color, outline, borderTop, borderInlineStart };
      }),
    );
  await expect(send).toBeDisabled();
  await moveMouse(page);
  await asked;
  await expect(send).toBeDisabled();
  await expect(subscribe).toBeDisabled();
  const early = await look();
  expect(early[0]?.outline).toContain("dashed");
  const address = page.getByRole("contentinfo").getByLabel("Email");
  for (const begun of ["a", "ada@", "adaex", "\u2060\u2060"]) {
    await address.fill(begun);
    await expect(subscribe).toBeDisabled();
  }
  // The browser explains what is wrong with the first one.
  for (const whole of ["Ada <ada@example.com>", "ada@example.com"]) {
    await address.fill(whole);
    await expect(subscribe).toBeEnabled();
  }
  const contact = page.getByRole("main").getByRole("form", { name: "Contact" });
  for (const field of await contact.getByRole("textbox").all()) await field.fill("12345");
  await expect(send).toBeDisabled();
  arrive();
  await hydrated(page);
  await expect(send).toBeDisabled();
  await expect(subscribe).toBeEnabled();
  await expect.poll(look).toEqual(early);
});

/** Runs in the browser. Reports how often a script has submitted a form by the time the page is hydrated. */
function countSubmits() {
  const { requestSubmit } = HTMLFormElement.prototype;
  let submits = 0;
  HTMLFormElement.prototype.requestSubmit = function (submitter) {
    submits++;
    requestSubmit.call(this, submitter);
  };
  const report = () => {
    if (!("hydrated" in document.documentElement.dataset)) return;
    setTimeout(() => (window as unknown as Reporting).afterHydration(submits));
  };
  new MutationObserver(report).observe(document, { subtree: true, attributeFilter: ["data-hydrated"] });
}

interface Reporting {
  afterHydration(submits: number): void;
}

/**
 * On a page whose clock stands still: passes time until this is known, but so little of it that what the page waits for
 * may take ten times as long as it allows.
 */
async function passUntil<T>(page: Page, outcome: Promise<T>): Promise<T> {
  let isKnown = false;
  void outcome.then(() => {
    isKnown = true;
  });
  while (!isKnown) {
    await page.clock.runFor(10);
    await Promise.race([outcome, pause(100)]);
  }
  return outcome;
}

const quote = { "Full name": "Ada", Email: "ada@example.com", Message: "Quick" };

for (const [script, sends, sent, submits] of [
  ["arrives in time", "by the script", ["/api/quote/new"], 1],
  ["takes too long", "natively, and the script does not send it again", ["/send/quote"], 0],
] as const)
  test(`a form submitted during hydration is sent ${sends} if that ${script}`, async ({ page, problems }) => {
    // The browser gives up its first attempt for the second.
    if (script === "takes too long") problems.expect(/^failed: POST \/send\/quote net::ERR_ABORTED/);
    const release = await holdHydration(page);
    const isInTime = script === "arrives in time";
    if (isInTime) await page.clock.install();
    const answer = await holdBack(page, "**/send/quote");
    const posts: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
    });
    const submitted = Promise.withResolvers<number>();
    await page.exposeFunction("afterHydration", submitted.resolve);
    await page.addInitScript(countSubmits);
    await page.goto("/#quote");
    const panel = page.getByRole("dialog", { name: "Get a Quote" });
    for (const [label, value] of Object.entries(quote)) await panel.getByLabel(label).fill(value);
    if (isInTime) await page.clock.pauseAt(Date.now() + 60_000);
    await panel.getByRole("button", { name: "Send Message" }).dblclick();
    if (!isInTime) await expect.poll(() => posts).toEqual(sent);
    release();
    expect(await (isInTime ? passUntil(page, submitted.promise) : submitted.promise)).toBe(submits);
    if (isInTime) await page.clock.resume();
    await expect.poll(() => posts).toEqual(sent);
    // Pressed again it is sent as before, and stored once.
    if (!isInTime) await page.keyboard.press("Enter");
    const all = isInTime ? sent : [...sent, ...sent];
    await expect.poll(() => posts).toEqual(all);
    answer();
    await expect(page.locator("main, dialog").getByText("Quick").first()).toBeVisible();
    // The press that was held back is not sent natively after all.
    if (isInTime) await page.clock.fastForward(10_000);
    await hydrated(page);
    expect(posts).toEqual(all);
    await page.goto("/#quote");
    await hydrated(page);
    await expect(panel.getByLabel("Message")).toHaveValue("");
  });

test("a form that the server refuses is shown again at the wrong field", async ({ page, problems }) => {
  problems.expect(/^422 POST \/send\//);
  await holdHydration(page);
  await page.goto("/");
  const main = page.getByRole("main");
  for (const [label, value] of Object.entries({ ...quote, Email: "grace@example", "Phone number": "0300" }))
    await main.getByLabel(label).first().fill(value);
  await main.getByRole("button", { name: "Send Message" }).click();
  await expect(page).toHaveURL(/\/send\/contact/);
  await expect(main.getByLabel("Email").first()).toBeFocused();
  await expect(main.getByLabel("Email").first()).toBeInViewport();
});

test("a phone number typed before hydration is cleaned once the page hydrates", async ({ page }) => {
  const release = await holdHydration(page);
  await page.goto("/");
  const phone = page.getByRole("main").getByLabel("Phone number");
  await phone.click();
  await page.keyboard.type("+92 abc 0300-1");
  await expect(phone).toHaveValue("+92 abc 0300-1");
  release();
  await expect(phone).toHaveValue("+92  0300-1");
});

test("what is typed before hydration is kept for the next page, where #quote opens the panel", async ({ page }) => {
  const release = await holdHydration(page);
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await page.goto("/#quote");
  const panel = page.getByRole("dialog", { name: "Get a Quote" });
  for (const [label, value] of Object.entries(quote)) await panel.getByLabel(label).fill(value);
  await panel.getByRole("button", { name: "Send Message" }).click();
  await page.goto("/about#quote");
  release();
  await page.waitForFunction(() => document.querySelector("#quote:modal") !== null);
  await expect(page).toHaveURL("/about");
  for (const [label, value] of Object.entries(quote)) await expect(panel.getByLabel(label)).toHaveValue(value);
  expect(posts).toEqual([]);
});
