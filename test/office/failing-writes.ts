import { expect } from "vitest";
import { type Locator, page } from "vitest/browser";
import { type CallPattern, type Failure, failing, failures, refusal } from "./failing-calls.ts";
import { alerts, openOffice } from "./office.tsx";

/** A write operation of the back office. */
export interface Write {
  /** Address of the screen; omitted if it is already open. */
  address?: string;
  /** Opens the form, once, before anything is typed. */
  open?: () => Promise<unknown>;
  /** Container of the form's fields. */
  within?: () => Locator;
  /** Values to type, by field label. */
  typed?: Record<string, string>;
  call: CallPattern;
  /** Submits it, by `click` for the click that does. */
  press: (click: Click) => Promise<unknown>;
  /** A field that the server may reject: its name and, if different, the name of its control. */
  field?: { name: string; control?: string };
  /** Failures are shown in a lasting toast with Retry instead of under a form. */
  isNote?: boolean;
  /** Visible after success. Omitted if success loads another document, which is left to the end-to-end tests. */
  done?: () => Locator;
}

/** A click or a double-click. */
export type Click = (target: Locator) => Promise<void>;

const once: Click = (target) => target.click();
const twice: Click = (target) => target.dblClick();

const whole = () => page.elementLocator(document.body);

/** Clicks the button with this name. */
export const button =
  (name: string | RegExp, within: () => Locator = whole): Write["press"] =>
  (click) =>
    click(within().getByRole("button", { name, exact: true }));

/** The success message with this text. */
export const said =
  (words: string | RegExp): (() => Locator) =>
  () =>
    page.getByRole("status").filter({ hasText: words }).first();

/** What the console says about the failures of this file. */
export const writeErrors =
  /AppError: (The disk is full|This makes no sense|Correct what is marked|The (server|image) could not)/;

/** Each write: the first against a server that fails in every way, the others against some. */
export async function eachFailsThenWorks(writes: Write[]): Promise<void> {
  for (const [place, write] of writes.entries())
    try {
      await failsThenWorks(write, place === 0 ? failures : failuresOfEach(write));
    } catch (error) {
      if (error instanceof Error) error.message = `${write.call.method} ${write.call.path}: ${error.message}`;
      throw error;
    }
}

/**
 * What each write does on its own: it shows the server's answer, which one that names a field is too, and, in a toast,
 * offers Retry. That every kind of failure reaches it as such an error is tested once (app/browser/send.test.ts).
 */
const failuresOfEach = ({ isNote, field }: Write) =>
  failures.filter(({ name }) => (name === "500" && !field) || (isNote && name === "offline"));

/**
 * Submits against a server failing in these ways, expecting an explanation and the input to be kept each time; then
 * double-clicks against a slow server and expects a single request.
 */
async function failsThenWorks(write: Write, failures: readonly Failure[]): Promise<void> {
  const { address, open, call, field, isNote = false, done } = write;
  if (address) await openOffice(address);
  await open?.();
  for (const [label, text] of Object.entries(write.typed ?? {})) await control(write, label).fill(text);

  for (const [place, failure] of failures.entries())
    await failing(call, failure.ending, async (calls) => {
      const isAgain = isNote && failure.name === "offline";
      if (isAgain) await alerts().getByRole("button", { name: "Retry" }).click();
      else await write.press(once);
      await expect.poll(calls).toBe(1);
      await expect.element(alerts().filter({ hasText: failure.words })).toBeVisible();
      await expectTyped(write);
      if (failure.isFinal)
        await expect.element(alerts().getByRole("button", { name: "Retry" })).not.toBeInTheDocument();
      // The one before offline stays open for its Retry.
      if (isNote && failures[place + 1]?.name !== "offline")
        await alerts().getByRole("button", { name: "Close" }).click();
    });
  if (field) await expectAtField(write, field);
  if (done) await worksOnce(write, done);
}

async function expectAtField(write: Write, field: { name: string; control?: string }): Promise<void> {
  const errors = [{ field: field.name, message: "This one does not fit." }];
  await failing(write.call, refusal(422, "invalid", "Correct what is marked.", errors), async () => {
    await write.press(once);
    await expect.element(alerts().filter({ hasText: "Correct what is marked." })).toBeVisible();
    const named = scope(write)
      .element()
      .querySelector<HTMLElement>(`[name="${field.control ?? field.name}"]`);
    await expect.element(named).toHaveAccessibleDescription(/This one does not fit\./);
    await expect.element(named).toHaveAttribute("aria-invalid", "true");
    await expect.element(named).toHaveFocus();
    await expectTyped(write);
  });
}

/** The response waits until both clicks are done. */
async function worksOnce(write: Write, done: () => Locator): Promise<void> {
  const pressed = Promise.withResolvers<void>();
  await failing(write.call, { after: pressed.promise }, async (calls) => {
    await write.press(twice);
    // Count the requests first: the success message may still be visible from before.
    await expect.poll(calls, { message: "sent" }).toBe(1);
    pressed.resolve();
    await expect.element(done()).toBeVisible();
    await expect.element(alerts()).not.toBeInTheDocument();
    expect(calls(), "sent once").toBe(1);
  });
}

async function expectTyped(write: Write): Promise<void> {
  for (const [label, text] of Object.entries(write.typed ?? {}))
    await expect.element(control(write, label)).toHaveValue(text);
}

const scope = ({ within }: Write) => within?.() ?? whole();
const control = (write: Write, label: string) => scope(write).getByLabelText(label, { exact: true });
