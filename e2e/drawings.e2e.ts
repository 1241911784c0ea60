import { expect, expectNoAxeViolations, test } from "./support/fixtures.ts";
import { hydrated } from "./support/hydrated.ts";

test("beside the contact form the words of a message are drawn, and built when it is sent; none of them leaves the page before", async ({
  page,
}) => {
  await page.goto("/");
  await hydrated(page);
  const contact = page.locator("#contact");
  const parts = contact.locator("[data-idea] > path");
  const message = contact.getByLabel("Message");
  await message.click();
  await expect(parts).toHaveCount(0);
  const requests: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && requests.push(request.url()));
  await message.pressSequentially("A booking calendar with card payments");
  await expect(parts).toHaveCount(2);
  await expect(parts.first()).toHaveCSS("fill", "none");
  await message.pressSequentially(", a map, a shop and a chat");
  await expect(parts, "as many as the sheet has room for").toHaveCount(4);
  const place = await contact.getByLabel("Email").boundingBox();
  await message.fill("A wallet");
  await expect(parts).toHaveCount(1);
  expect(await contact.getByLabel("Email").boundingBox()).toEqual(place);
  expect(requests).toEqual([]);
  await contact.getByLabel("Full name").fill("Ada Lovelace");
  await contact.getByLabel("Email").fill("ada@example.com");
  await contact.getByLabel("Phone number").fill("+44 20 7946 0000");
  await contact.getByRole("button", { name: "Send Message" }).click();
  await expect(contact.getByText("Your message has been sent successfully.")).toBeVisible();
  await expect(parts).toHaveCount(1);
  await expect(parts.first()).not.toHaveCSS("fill", "none");
});

test("the switch in the footer lays the page's measures over it, and the same switch or Escape takes them away", async ({
  page,
}) => {
  await page.goto("/about");
  await hydrated(page);
  const measures = page.locator("[data-measures-of]");
  const button = page.getByRole("button", { name: "Show the measures" });
  const size = () => page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
  const before = await size();
  await button.click();
  await expect(measures).toBeVisible();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("status").filter({ hasText: "The measures of the page are shown" })).toBeAttached();
  const heading = page.getByRole("heading", { level: 1 });
  const type = await heading.evaluate((element) => Math.round(Number.parseFloat(getComputedStyle(element).fontSize)));
  await expect(measures).toContainText(`type ${type} px`);
  expect(await size()).toEqual(before);
  await page.getByRole("link", { name: "Career", exact: true }).first().hover();
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(measures).toHaveCount(0);
  await expect(button).toHaveAttribute("aria-pressed", "false");
  await button.press("Enter");
  await expect(measures).toBeVisible();
  await button.press("Enter");
  await expect(measures).toHaveCount(0);
});
