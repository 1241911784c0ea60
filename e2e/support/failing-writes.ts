import { expect, type Locator, type Page, type Route, test } from "@playwright/test";
import { answer, type Failure, failing, failures } from "./failing-server.ts";
import type { Problems } from "./problems.ts";

/** A write operation of the back office. */
export interface Write {
  name: string;
  /** Address of the screen; omitted if it is already open. */
  address?: string;
  /** Opens the form, once, before anything is typed. */
  open?: (page: Page) => Promise<unknown>;
  /** Container of the form's fields. */
  within?: (page: Page) => Locator;
  /** Values to type, by field label. */
  typed?: Record<string, string>;
  call: { method: "POST" | "PUT" | "DELETE"; path: string };
  /** Submits it. Pass `clickCount` to the submitting click. */
  press: (page: Page, clickCount: number) => Promise<unknown>;
  /** A field that the server may reject: its name and, if different, the name of its control. */
  field?: { name: string; control?: string };
  /** Failures are shown in a lasting toast with Retry instead of under a form. */
  isNote?: boolean;
  /** Visible after success. */
  done: (page: Page) => Locator;
}

/** Clicks the button with this name. */
export const button =
  (name: string | RegExp, within: (page: Page) => Page | Locator = (page) => page): Write["press"] =>
  (page, clickCount) =>
    within(page).getByRole("button", { name, exact: true }).click({ clickCount });

/** The success message with this text. */
export const said =
  (words: string | RegExp): Write["done"] =>
  (page) =>
    page.getByRole("status").filter({ hasText: words }).first();

export function expectFailures(problems: Problems): void {
  problems.expect(/^(400|422|500) (POST|PUT|DELETE)/);
  problems.expect(/^failed: (POST|PUT|DELETE) .*INTERNET_DISCONNECTED$/);
  problems.expect(
    /^console: .*AppError: (The disk is full|This makes no sense|Mend what is marked|The (server|image) could not)/,
  );
}

/** Each write in a step of its own: the first against a server that fails in every way, the others against some. */
export async function eachFailsThenWorks(page: Page, writes: Write[]): Promise<void> {
  for (const [place, write] of writes.entries())
    await test.step(write.name, () => failsThenWorks(page, write, place === 0 ? failures : failuresOfEach(write)));
}

/**
 * What each write does by itself: it shows the server's answer and, in a toast, offers Retry. That every kind of failure
 * reaches it as such an error is tested once (app/browser/send.test.ts).
 */
const failuresOfEach = ({ isNote }: Write) =>
  failures.filter(({ name }) => name === "500" || (isNote && name === "offline"));

/**
 * Submits against a server failing in these ways, expecting an explanation and the input to be kept each time; then
 * double-clicks against a slow server and expects a single request.
 */
async function failsThenWorks(page: Page, write: Write, failures: readonly Failure[]): Promise<void> {
  const { address, open, call, field, isNote = false, done } = write;
  if (address) await page.goto(address);
  await open?.(page);
  for (const [label, text] of Object.entries(write.typed ?? {})) await control(page, write, label).fill(text);

  for (const [place, failure] of failures.entries())
    await failing(page, call, failure, async (calls) => {
      const isAgain = isNote && failure.name === "offline";
      if (isAgain) await alerts(page).getByRole("button", { name: "Retry" }).click();
      else await write.press(page, 1);
      await expect.poll(calls).toBe(1);
      await expect(alerts(page).filter({ hasText: failure.words })).toBeVisible();
      await expectTyped(page, write);
      // The one before offline stays open for its Retry.
      if (isNote && failures[place + 1]?.name !== "offline")
        await alerts(page).getByRole("button", { name: "Close" }).click();
    });
  if (field) await expectAtField(page, write, field);
  await worksOnce(page, write, done);
}

async function expectAtField(page: Page, write: Write, field: { name: string; control?: string }): Promise<void> {
  const errors = [{ field: field.name, message: "This one does not fit." }];
  const refusal = { name: "422", meet: answer(422, "invalid", "Mend what is marked.", errors) };
  await failing(page, write.call, refusal, async () => {
    await write.press(page, 1);
    const named = scope(page, write).locator(`[name="${field.control ?? field.name}"]`);
    await expect(named).toHaveAccessibleDescription(/This one does not fit\./);
    await expect(named).toHaveAttribute("aria-invalid", "true");
    await expect(named).toBeFocused();
    await expect(alerts(page).filter({ hasText: "Mend what is marked." })).toBeVisible();
    await expectTyped(page, write);
  });
}

/** The response waits until both clicks are done. */
async function worksOnce(page: Page, write: Write, done: Write["done"]): Promise<void> {
  const pressed = Promise.withResolvers<void>();
  const slow = { name: "slow", meet: (route: Route) => pressed.promise.then(() => route.continue()) };
  await failing(page, write.call, slow, async (calls) => {
    await write.press(page, 2);
    // Count the requests first: the success message may still be visible from before.
    await expect.poll(calls, "sent").toBe(1);
    pressed.resolve();
    await expect(done(page)).toBeVisible();
    await expect(alerts(page)).toHaveCount(0);
    expect(calls(), "sent once").toBe(1);
  });
}

async function expectTyped(page: Page, write: Write): Promise<void> {
  for (const [label, text] of Object.entries(write.typed ?? {}))
    await expect(control(page, write, label)).toHaveValue(text);
}

const scope = (page: Page, { within }: Write) => within?.(page) ?? page.locator("body");
const control = (page: Page, write: Write, label: string) => scope(page, write).getByLabel(label, { exact: true });
/** Without the empty alert regions that some controls keep for field errors. */
const alerts = (page: Page) => page.getByRole("alert").filter({ hasText: /\S/ });
