import { awake } from "./support/awake.ts";
import { expect, test } from "./support/fixtures.ts";

test("the contact form waits for four fields and an @, cleans the phone number and sends", async ({ page }) => {
  await page.goto("/");
  const form = page.getByRole("main");
  const send = form.getByRole("button", { name: "Send Message" });
  await expect(send).toBeDisabled();
  await expect(form.getByText("Fill in all four fields to send.")).toBeVisible();
  await expect(form.getByLabel("Message")).toHaveAttribute("rows", "10");

  await form.getByLabel("Full name").fill("Ada");
  await form.getByLabel("Email").fill("ada.example.com");
  await form.getByLabel("Phone number").pressSequentially("+92 abc 0300-1");
  await expect(form.getByLabel("Phone number")).toHaveValue("+92  0300-1");
  await form.getByLabel("Message").fill("Hello");
  await expect(send).toBeDisabled();

  await form.getByLabel("Email").fill("ada@example");
  await expect(send).toBeEnabled();
  await send.click();
  await expect(form.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");

  await form.getByLabel("Email").fill("ada@example.com");
  const request = page.waitForRequest("**/quote/new");
  await send.click();
  expect((await request).postDataJSON()).toEqual({
    fullName: "Ada",
    email: "ada@example.com",
    phoneNumber: "+92  0300-1",
    message: "Hello",
  });
  await expect(form.getByRole("status").getByText("Your message has been sent successfully.")).toBeVisible();
  await expect(form.getByLabel("Message")).toHaveValue("");
});

test("too long a message is refused with a word, not cut", async ({ page }) => {
  await page.goto("/");
  const form = page.getByRole("main");
  await form.getByLabel("Full name").fill("Ada");
  await form.getByLabel("Email").fill("ada@example.com");
  await form.getByLabel("Phone number").fill("0300");
  await form.getByLabel("Message").fill("x".repeat(10_001));
  await awake(page);
  await form.getByRole("button", { name: "Send Message" }).click();
  await expect(form.getByLabel("Message")).toHaveAccessibleDescription(
    "Shorten this to 10,000 characters; it has 10,001",
  );
  await expect(form.getByLabel("Message")).toHaveValue("x".repeat(10_001));
});

test("a message typed while another travels is kept", async ({ page }) => {
  await page.goto("/");
  const form = page.getByRole("main");
  await form.getByLabel("Full name").fill("Ada");
  await form.getByLabel("Email").fill("ada@example.com");
  await form.getByLabel("Phone number").fill("0300");
  await form.getByLabel("Message").fill("First");
  await page.route("**/quote/new", async (route) => {
    await form.getByLabel("Message").fill("Second");
    await route.continue();
  });
  await form.getByRole("button", { name: "Send Message" }).click();
  await expect(form.getByRole("status").getByText("Your message has been sent successfully.")).toBeVisible();
  await expect(form.getByLabel("Message")).toHaveValue("Second");
});

test("the newsletter takes an address from the fifth character on and says thank you", async ({ page }) => {
  await page.goto("/about");
  const footer = page.getByRole("contentinfo");
  const email = footer.getByLabel("Email");
  const button = footer.getByRole("button", { name: "Subscribe" });
  await expect(button).toBeDisabled();
  await email.fill("a@bc");
  await expect(button).toBeDisabled();
  await email.fill("a@b.c");
  await expect(button).toBeEnabled();
  await button.click();
  await expect(email).toHaveAttribute("aria-invalid", "true");

  await email.fill("ada@example.studio");
  await button.click();
  await expect(footer.getByRole("status").getByText("Thank you for subscribing!")).toBeVisible();
  await expect(email).toHaveValue("");
});
