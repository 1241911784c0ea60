import { readFileSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { test as base, expect, type Frame, type Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import { editorCookie } from "#app/shared/editor-cookie.ts";
import { officeOf } from "./office.ts";
import { Problems } from "./problems.ts";
import { admin, type Site, startSite } from "./server.ts";

export { admin, expect };

// Each call of a test has a connection of its own: a kept one is reused at the very moment the server closes it as idle.
Object.assign(http.Agent.prototype, { keepSocketAlive: () => false });

interface TestFixtures {
  /**
   * The built product with fresh data, shared by the tests of one file. Files are isolated from each other, in any
   * order.
   */
  site: Site;
  /** Logs the page in as the first administrator, and makes calls with its session. */
  office: Awaited<ReturnType<typeof officeOf>>;
  /** Fails the test on any unexpected problem in the browser or the server; tests declare the ones they provoke. */
  problems: Problems;
}

interface WorkerFixtures {
  /** Additional environment variables of the site. */
  environment: Record<string, string>;
  siteOf: (file: string) => Promise<Site>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  environment: [{}, { option: true, scope: "worker" }],
  siteOf: [
    async ({ environment }, use) => {
      let current: { file: string; site: Site } | undefined;
      await use(async (file) => {
        if (current?.file !== file) {
          await current?.site.close();
          current = undefined;
          current = { file, site: await startSite(environment) };
        }
        return current.site;
      });
      await current?.site.close();
    },
    { scope: "worker" },
  ],
  site: async ({ siteOf }, use, { file }) => use(await siteOf(file)),
  baseURL: ({ site }, use) => use(site.url),
  office: async ({ page }, use) => {
    await logIn(page);
    await use(await officeOf(page));
  },
  problems: [
    async ({ context, site }, use) => {
      const problems = new Problems();
      problems.watch(context);
      const before = site.errors.length;
      await use(problems);
      // A handler that is still waiting for its answer shall not fail a test that is over.
      for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
      const isError = (line: string) => line.includes('"error"') && !isSummary(line);
      for (const line of site.errors.slice(before).filter(isError)) problems.note(`server: ${line}`);
      expect(problems.unexpected, "nothing went wrong unseen").toEqual([]);
    },
    { auto: true },
  ],
});

/** It counts, after a minute, what followed a line that an earlier test has seen (repeated-lines.ts). */
const isSummary = (line: string) => /"repeated":\d+,"withinMs":/.test(line);

/** Logs in as the first administrator and opens a screen of the back office. */
export async function loginAsAdmin(page: Page, address = "/admin"): Promise<void> {
  await logIn(page);
  await page.goto(address);
}

/** Logs in as the first administrator, on an empty page: what the test opens first is the first to be loaded. */
export async function logIn(page: Page): Promise<void> {
  const response = await page.request.post("/api/user/login", { data: { user: admin } });
  const { data } = await response.json();
  await openNothing(page);
  // As after the login screen.
  await page.evaluate(
    ({ user, token, cookie }) => {
      localStorage.setItem("userData", JSON.stringify(user));
      localStorage.setItem("token", token);
      // biome-ignore lint/suspicious/noDocumentCookie: as app/browser/login-data.ts
      document.cookie = `${cookie}; path=/; samesite=lax`;
    },
    { ...data, cookie: editorCookie },
  );
}

/** Leaves the back office without logging out: the browser forgets the session, which does not end. */
export async function forgetLogin(page: Page): Promise<void> {
  // Elsewhere, since a call without its token would be answered with 401, and would navigate to the login.
  await openNothing(page);
  await page.evaluate(() => localStorage.clear());
}

/** Opens an empty page on the site's origin. */
async function openNothing(page: Page): Promise<void> {
  await page.route("**/nothing", (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await page.goto("/nothing");
  await page.unroute("**/nothing");
}

/**
 * Checks the current page with axe: all rules in the light theme, colour rules only in the dark theme, which differs in
 * nothing but colours.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const rules = colorScheme === "light" ? {} : { runOnly: ["color-contrast", "link-in-text-block"] };
    const violations = async () => {
      await settled(page);
      return (await Promise.all(page.frames().map((frame) => violationsOf(frame, rules)))).flat();
    };
    // Off-screen parts may switch to the new theme's colours only when they are rendered.
    await expect.poll(violations, `axe, ${colorScheme}`).toEqual([]);
    await shot(page);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** The minified script: the other one has 1.5 MB, which each document would have to receive and parse. */
const axeScript = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Without what nobody reads, and without loading style sheets and media once more: the rules for them are experimental,
 * or about sound.
 */
const axeOptions: RunOptions = { iframes: false, preload: false, resultTypes: ["violations"], selectors: false };

/** Runs axe in a frame; its script is injected only once per document. */
async function violationsOf(frame: Frame, rules: RunOptions): Promise<string[]> {
  if (!(await frame.evaluate(() => "axe" in window))) await injectAxe(frame);
  const options = { ...axeOptions, ...rules };
  return frame.evaluate(async (options) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`);
  }, options);
}

/** By Chromium's protocol where it can be: V8 keeps what it compiled so for the next document, unlike what is evaluated. */
async function injectAxe(frame: Frame): Promise<void> {
  const page = frame.page();
  if (frame !== page.mainFrame()) return frame.evaluate(axeScript);
  const tools = await page.context().newCDPSession(page);
  await tools.send("Runtime.evaluate", { expression: axeScript });
  await tools.detach();
}

let shots = 0;

/**
 * With SHOTS=on, saves the whole page for visual review, wherever axe or its width is checked:
 * `test-results/shots/FILE/TEST-NUMBER-WIDTH-THEME.png`.
 */
export async function shot(page: Page): Promise<void> {
  if (process.env.SHOTS !== "on") return;
  await settled(page);
  const theme = await page.evaluate(() => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  const { file, title } = base.info();
  const name = [title.replaceAll(/\W+/g, "-").slice(0, 60), ++shots, page.viewportSize()?.width, theme].join("-");
  const folder = path.join("test-results/shots", path.basename(file, ".e2e.ts"));
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}

/** Finishes all running transitions, because intermediate colours are not part of the design. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => {
    const finite = document
      .getAnimations()
      // Scroll-driven animations never finish.
      .filter(({ timeline }) => timeline === document.timeline)
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    for (const animation of finite) animation.finish();
  });
}
