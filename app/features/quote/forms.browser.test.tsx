import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server.browser";
import { expect, test, vi } from "vitest";
import { cdp, page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { discard, retry, waiting } from "#app/browser/unsent-messages.ts";
import { dropDraft } from "#app/browser/visitor-draft.ts";
import { mountUnsentBar } from "#app/site/layout/unsent-bar.tsx";
import { ContactForm } from "./contact-form.tsx";

const words = { sentHeading: "What happens next", steps: [], ownWords: "Your words", again: "Write another" };
const draft = (values: Record<string, string>, key?: string) =>
  sessionStorage.setItem("draft:contact", JSON.stringify({ values, key }));
/** As Back shows a page that the browser has kept. */
const comeBack = () => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));

async function openForm() {
  sessionStorage.clear();
  await render(<ContactForm words={words} />);
  return { message: page.getByLabelText("Message"), send: page.getByRole("button", { name: "Send Message" }) };
}

test("a form that Back shows as it was left takes over what was typed on a later page, and is empty if it was sent there", async () => {
  const { message } = await openForm();
  await message.fill("Typed on the first page");
  draft({ message: "Typed on the first page, and on a later one" });
  comeBack();
  await expect.element(message).toHaveValue("Typed on the first page, and on a later one");
  dropDraft("contact");
  comeBack();
  await expect.element(message).toHaveValue("");
});

test("a form that could not send its message says so when Back shows it after a later page has sent it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  const { message, send } = await openForm();
  fillInSilently({ fullName: "Ada", email: "ada@example.com", phoneNumber: "+44 20 7946 0000" });
  await message.fill("Sent by a later page");
  await send.click();
  await expect.element(page.getByText(/The message is kept on this device/)).toBeVisible();
  for (const { key } of await waiting()) await discard(key);
  dropDraft("contact");
  comeBack();
  await expect.element(page.getByText("Your message has been sent successfully.")).toBeVisible();
  await expect.element(page.getByText(/The message is kept on this device/)).not.toBeInTheDocument();
});

test("a message sent in the background does not take the focus to its form from a visitor who is elsewhere", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const fetched = vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  const { message, send } = await openForm();
  fillInSilently({ fullName: "Ada", email: "ada@example.com", phoneNumber: "+44 20 7946 0000" });
  await message.fill("Sent in the background");
  await send.click();
  await expect.element(page.getByText(/The message is kept on this device/)).toBeVisible();
  mountUnsentBar();
  await expect.element(page.getByText("A message waits on this device")).toBeVisible();
  (document.activeElement as HTMLElement).blur();
  fetched.mockImplementation(async () => Response.json({ data: {} }, { status: 201 }));
  for (const kept of await waiting()) await retry(kept);
  await expect.element(page.getByText("Your words")).toBeVisible();
  expect(document.activeElement).toBe(document.body);
  const bar = page.getByRole("region", { name: "Unsent messages" });
  await expect.element(bar.getByText("The message has been sent.")).toBeVisible();
});

test("a message that the page and the background have both sent is told as sent, and stays told", async () => {
  const late = Promise.withResolvers<Response>();
  const sent = () => Response.json({ data: {} }, { status: 201 });
  vi.spyOn(window, "fetch").mockReturnValueOnce(late.promise).mockResolvedValue(sent());
  const { message, send } = await openForm();
  fillInSilently({ fullName: "Ada", email: "ada@example.com", phoneNumber: "+44 20 7946 0000" });
  await message.fill("Sent by two");
  await send.click();
  await expect.poll(waiting).toHaveLength(1);
  const [stored] = await waiting();
  if (stored) await retry(stored);
  const told = page.getByText("Your message has been sent successfully.");
  await expect.element(told).toBeVisible();
  late.resolve(sent());
  await expect.element(send).not.toHaveAttribute("aria-busy");
  await expect.element(told).toBeVisible();
  expect(sessionStorage.getItem("draft:contact")).toBe('{"values":{}}');
});

test("a message that is typed while another is being sent is kept", async () => {
  const answer = Promise.withResolvers<Response>();
  vi.spyOn(window, "fetch").mockReturnValue(answer.promise);
  const { message, send } = await openForm();
  fillInSilently({ fullName: "Ada", email: "ada@example.com", phoneNumber: "+44 20 7946 0000" });
  await message.fill("First");
  await send.click();
  await message.fill("Second");
  answer.resolve(Response.json({ data: {} }, { status: 201 }));
  await expect.element(page.getByText("Your message has been sent successfully.")).toBeVisible();
  await expect.element(message).toHaveValue("Second");
});

test("a message over 10,000 characters is refused with an explanation and not truncated", async () => {
  const { message, send } = await openForm();
  fillInSilently({ fullName: "Ada", email: "ada@example.com", phoneNumber: "+44 20 7946 0000" });
  await message.fill("x".repeat(10_001));
  await send.click();
  await expect.element(message).toHaveAccessibleDescription("Shorten this to 10,000 characters; it has 10,001");
  await expect.element(message).toHaveValue("x".repeat(10_001));
});

test("a form that Back shows as it was left stays filled in if the browser cannot store what is typed", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("blocked");
  });
  const { message } = await openForm();
  await message.fill("Kept by the page alone");
  comeBack();
  await expect.element(message).toHaveValue("Kept by the page alone");
});

test("a letter typed before hydration does not cost the rest of the draft", async () => {
  sessionStorage.clear();
  draft({ fullName: "Ada Lovelace", email: "ada@example.com", phoneNumber: "", message: "A long story" });
  const place = document.body.appendChild(document.createElement("div"));
  const form = <ContactForm words={words} />;
  place.innerHTML = renderToString(form);
  fillInSilently({ fullName: "A", email: "grace@example.com" });
  const root = hydrateRoot(place, form);
  await expect.element(page.getByLabelText("Message")).toHaveValue("A long story");
  await expect.element(page.getByLabelText("Full name")).toHaveValue("Ada Lovelace");
  await expect.element(page.getByLabelText("Email")).toHaveValue("grace@example.com");
  root.unmount();
  place.remove();
});

test("fields that a program has filled in without an input event are checked and kept at the first press on the button", async () => {
  const { message, send } = await openForm();
  await expect.element(send).toBeDisabled();
  fillInSilently({ fullName: "Ada", email: "ada@example", phoneNumber: "tel+44 20 7946 0000", message: "Hello" });
  await send.click({ force: true });
  await expect.element(page.getByText("Enter a full email address, like name@company.com")).toBeVisible();
  await expect.element(page.getByLabelText("Phone number")).toHaveValue("+44 20 7946 0000");
  await expect.element(message).toHaveValue("Hello");
  expect(JSON.parse(sessionStorage.getItem("draft:contact") ?? "{}").values.message).toBe("Hello");
});

test.each([
  ["8 495 1234567 доб. 12", "8 495 1234567 ext. 12"],
  ["030 123456 Durchwahl 12", "030 123456 ext. 12"],
  ["02 12345678 interno 5", "02 12345678 ext. 5"],
  ["0300 1234567 داخلی ۱۲", "0300 1234567 ext. 12"],
  ["030 123456 DW 12", "030 123456 ext. 12"],
  ["0300 1234567, 12", "0300 1234567 ext. 12"],
  ["0300 1234567 ext. 12", "0300 1234567 ext. 12"],
  ["0300 1234567 abc", "0300 1234567 "],
  ["0300 12abc34567", "0300 1234567"],
])("typed letter by letter, %j becomes %j", async (typed, clean) => {
  await openForm();
  const phone = page.getByLabelText("Phone number").element() as HTMLInputElement;
  phone.focus();
  for (const sign of typed) document.execCommand("insertText", false, sign);
  expect(phone.value).toBe(clean);
  phone.select();
  for (const sign of "112") document.execCommand("insertText", false, sign);
  expect(phone.value).toBe("112");
});

/** Of the browser's protocol, whose commands are not typed here. */
const input = (command: string, options: object) =>
  (cdp() as unknown as { send: (command: string, options: object) => Promise<unknown> }).send(
    `Input.${command}`,
    options,
  );

test("a phone number that an input method composes is there once", async () => {
  const { send, message } = await openForm();
  fillInSilently({ fullName: "Ada", email: "ada@example.com" });
  await message.fill("Hello");
  const phone = page.getByLabelText("Phone number").element() as HTMLInputElement;
  phone.focus();
  for (const text of ["０", "０３", "０３０"])
    await input("imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  await input("insertText", { text: "０３０" });
  await expect.poll(() => phone.value).toBe("030");
  await input("insertText", { text: " 1a" });
  expect(phone.value).toBe("030 1");
  await expect.element(send).toBeEnabled();
});

test("two phone numbers in one are not sent as one", async () => {
  const { message, send } = await openForm();
  fillInSilently({ fullName: "Ada", email: "ada@example.com", phoneNumber: "0300 1234567 0301 7654321" });
  await message.fill("Hello");
  await send.click();
  await expect.element(page.getByText("Enter one phone number, of at most 15 digits")).toBeVisible();
});

test("a message that the server refuses is not kept to be sent again, and the form says why", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const errors = [{ field: "email", message: "Not this one." }];
  const refused = { code: "invalid", message: "That is refused.", errors };
  vi.spyOn(window, "fetch").mockImplementation(async () => Response.json(refused, { status: 422 }));
  const { message, send } = await openForm();
  fillInSilently({ fullName: "Ada", email: "ada@example.com", phoneNumber: "+44 20 7946 0000" });
  await message.fill("Refused for good");
  await send.click();
  await expect.element(page.getByLabelText("Email")).toHaveAccessibleDescription("Not this one.");
  expect(await waiting()).toEqual([]);
});

function fillInSilently(values: Record<string, string>) {
  for (const [field, value] of Object.entries(values)) {
    const input = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#contact-form [name=${field}]`);
    if (input) input.value = value;
  }
}
