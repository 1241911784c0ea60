import { expect, type Locator, type Page, type Route } from "@playwright/test";
import { answer, failing, failures } from "./failing-server.ts";
import type { Problems } from "./problems.ts";

/** One thing that the office can do to what the server holds. */
export interface Write {
  name: string;
  /** Where it is done; nothing where one is there already. */
  address?: string;
  /** Once, before anything is typed: opens what the form stands in. */
  open?: (page: Page) => Promise<unknown>;
  /** Where the fields are. */
  within?: (page: Page) => Locator;
  /** What is typed, by the labels of the fields. */
  typed?: Record<string, string>;
  call: { method: "POST" | "PUT" | "DELETE"; path: string };
  /** Does it. `clickCount` goes to the click that sends. */
  press: (page: Page, clickCount: number) => Promise<unknown>;
  /** A field that the server may object to: as it calls it, and the name of its control where that differs. */
  field?: { name: string; control?: string };
  /** It is told in a note that stays, with a Retry, and not under a form. */
  isNote?: boolean;
  /** What is there when it has worked. */
  done: (page: Page) => Locator;
}

/** A press of the button of that name. */
export const button =
  (name: string | RegExp, within: (page: Page) => Page | Locator = (page) => page): Write["press"] =>
  (page, clickCount) =>
    within(page).getByRole("button", { name, exact: true }).click({ clickCount });

/** A note that something has worked. */
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

/**
 * Does it against a server that fails in every way, and says what happened and keeps what was typed each time; then with two presses
 * against one that takes its time, which is asked once.
 */
export async function failsThenWorks(page: Page, write: Write): Promise<void> {
  const { address, open, call, field, isNote = false, done } = write;
  if (address) await page.goto(address);
  await open?.(page);
  for (const [label, text] of Object.entries(write.typed ?? {})) await control(page, write, label).fill(text);

  for (const failure of failures)
    await failing(page, call, failure, async (calls) => {
      const isAgain = isNote && failure.name === "offline";
      if (isAgain) await alerts(page).getByRole("button", { name: "Retry" }).click();
      else await write.press(page, 1);
      await expect.poll(calls).toBe(1);
      await expect(alerts(page).filter({ hasText: failure.words })).toBeVisible();
      await expectTyped(page, write);
      if (isNote && failure.name !== "time-out") await alerts(page).getByRole("button", { name: "Close" }).click();
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

/** The answer waits until both presses are over. */
async function worksOnce(page: Page, write: Write, done: Write["done"]): Promise<void> {
  const pressed = Promise.withResolvers<void>();
  const slow = { name: "slow", meet: (route: Route) => pressed.promise.then(() => route.continue()) };
  await failing(page, write.call, slow, async (calls) => {
    await write.press(page, 2);
    // What it says may still stand there from before.
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
/** The region of field errors that some controls keep stands empty. */
const alerts = (page: Page) => page.getByRole("alert").filter({ hasText: /\S/ });
