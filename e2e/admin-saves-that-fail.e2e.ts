import type { Page } from "@playwright/test";
import { codeAt, stepAt } from "../app/platform/totp.server.ts";
import { addAdministrator, logInAs } from "./support/administrators.ts";
import { prepareTimeOuts } from "./support/failing-server.ts";
import { button, eachFailsThenWorks, expectFailures, said, type Write } from "./support/failing-writes.ts";
import { expect, forgetLogin, loginAsAdmin } from "./support/fixtures.ts";
import { officeOf } from "./support/office.ts";
import { test } from "./support/with-mail.ts";

test.beforeEach(async ({ page, problems }) => {
  expectFailures(problems);
  await prepareTimeOuts(page);
});

const pane = (name: string) => (page: Page) => page.getByRole("region", { name, exact: true });

const project = "nft-marketplace";

const projects: Write[] = [
  {
    name: "a new project",
    address: "/admin/create",
    typed: { Title: "Lighthouse", Description: "A lamp.", "What we did": "Ground the lens." },
    call: { method: "POST", path: "**/api/project/new" },
    press: button("Add Project"),
    field: { name: "title" },
    done: said("Project added successfully"),
  },
  {
    name: "a changed project",
    address: `/admin/update/${project}`,
    typed: { Title: "Marketplace", Description: "Buy and sell." },
    call: { method: "PUT", path: "**/api/project/edit/*" },
    press: button("Update Project"),
    field: { name: "description" },
    done: said("Project update successfully"),
  },
  {
    name: "a new detail",
    address: `/admin/detail/create/${project}`,
    typed: { Heading: "The lens", Description: "Ground by hand." },
    call: { method: "POST", path: "**/api/project/detail/*" },
    press: button("Add Detail"),
    field: { name: "heading" },
    done: said("Project Detail added successfully"),
  },
  {
    name: "a changed detail",
    address: `/admin/detail/${project}`,
    open: async (page) => {
      await page
        .getByRole("button", { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Update" }).click();
    },
    within: (page) => page.getByRole("dialog", { name: "Detail Edit" }),
    typed: { Heading: "The lamp", Description: "Seen from afar." },
    call: { method: "PUT", path: "**/api/project/detail/edit/**" },
    press: button("Update Detail"),
    field: { name: "heading" },
    done: said("Detail successfully Updated"),
  },
];

const jobs: Write[] = [
  {
    name: "a new job",
    address: "/admin/job/create",
    typed: { Title: "Keeper", Location: "At sea", Experience: "2 Years", Description: "Nights." },
    call: { method: "POST", path: "**/api/job/add" },
    press: button("Add Job"),
    field: { name: "location" },
    done: said("Job Added successfully"),
  },
  {
    name: "a preview",
    address: "/admin/job/create",
    typed: { Title: "Look-out" },
    call: { method: "POST", path: "**/api/preview/new" },
    press: button("Preview"),
    field: { name: "title" },
    done: (page) => page.getByRole("dialog", { name: "Preview" }),
  },
];

const questions: Write[] = [
  {
    name: "a new question",
    address: "/admin/faq/create",
    typed: { Question: "Why a lamp?", Answer: "It is dark." },
    call: { method: "POST", path: "**/api/faq/add" },
    press: button("Add Question"),
    field: { name: "answer" },
    done: said("Faq added successfully"),
  },
  {
    name: "a new review",
    address: "/admin/review/create",
    typed: { "Full name": "Somebody", Company: "Ships", Feedback: "We found the way." },
    call: { method: "POST", path: "**/api/review/add" },
    press: button("Add Review"),
    field: { name: "feedback" },
    done: said("Review added successfully"),
  },
  {
    name: "a changed review",
    address: "/admin/review/update/founder",
    typed: { "Full name": "Founder", Company: "Ships", Feedback: "We found the way." },
    call: { method: "PUT", path: "**/api/review/edit/*" },
    press: button("Update Review"),
    field: { name: "company" },
    done: said("Review updated successfully"),
  },
];

test("projects and their details", async ({ page }) => {
  await loginAsAdmin(page);
  await eachFailsThenWorks(page, projects);
});

test("jobs, and whether one is published", async ({ page }) => {
  await loginAsAdmin(page);
  const { slug } = await (await officeOf(page)).post("/job/add", { title: "Rower" });
  const published = page.getByRole("switch", { name: "Published" });
  await eachFailsThenWorks(page, [
    ...jobs,
    {
      name: "a changed job, hidden",
      address: `/admin/job/update/${slug}`,
      open: () => published.uncheck(),
      typed: { Title: "Rower at night", Description: "Slowly." },
      call: { method: "PUT", path: "**/api/job/*" },
      press: async (page, clickCount) => {
        await expect(published, "the switch stays as it was put").not.toBeChecked();
        await button("Update Job")(page, clickCount);
      },
      field: { name: "title" },
      done: said("Job Update successfully"),
    },
  ]);
});

test("questions and reviews", async ({ page }) => {
  await loginAsAdmin(page);
  const { slug } = await (await officeOf(page)).post("/faq/add", { question: "How far?", answer: "Ten miles." });
  await eachFailsThenWorks(page, [
    ...questions,
    {
      name: "a changed question",
      address: `/admin/faq/update/${slug}`,
      typed: { Question: "How far, at night?", Answer: "Twelve miles." },
      call: { method: "PUT", path: "**/api/faq/edit/*" },
      press: button("Update Question"),
      field: { name: "question" },
      done: said("Faq Update successfully"),
    },
  ]);
});

test("an image", async ({ page }) => {
  await loginAsAdmin(page);
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await eachFailsThenWorks(page, [
    {
      name: "an image",
      address: "/admin/review/create",
      typed: { "Full name": "Somebody", Feedback: "We found the way." },
      call: { method: "POST", path: "**/upload" },
      press: (page) =>
        page
          .locator("input[name=profileImage]")
          .setInputFiles({ name: "pixel.png", mimeType: "image/png", buffer: Buffer.from(pixel, "base64") }),
      done: (page) => page.getByRole("img", { name: "Preview of profile image" }),
    },
  ]);
});

test("texts of the site, periods, and a person who is forgotten", async ({ page }) => {
  await loginAsAdmin(page);
  const save = { method: "PUT", path: "**/api/site/edit" } as const;
  await eachFailsThenWorks(page, [
    {
      name: "a text of the site",
      address: "/admin/site?text=company.address",
      within: (page) =>
        page
          .locator("div")
          .filter({ has: page.locator("[name='company.address']") })
          .last(),
      typed: { Address: "Multan" },
      call: save,
      press: button("Save"),
      field: { name: "company.address" },
      done: said("One text saved."),
    },
    {
      name: "a text back to its built-in words",
      address: "/admin/site?text=company.address",
      open: (page) => page.getByRole("button", { name: "Reset Address" }).click(),
      call: save,
      press: async (page, clickCount) => {
        await expect(page.getByText("One text is not saved.")).toBeVisible();
        await button("Save")(page, clickCount);
      },
      field: { name: "company.address" },
      done: said("One text saved."),
    },
    {
      name: "a period",
      address: "/admin/personal-data",
      typed: { Messages: "365", Spam: "20" },
      call: save,
      press: button("Save Periods"),
      field: { name: "privacy.keepSpamDays", control: "keepSpamDays" },
      done: said("Periods saved"),
    },
    {
      name: "a person",
      address: "/admin/personal-data",
      typed: { "E-mail address of the person": "eve@example.com" },
      call: { method: "POST", path: "**/api/person/erase" },
      press: async (page, clickCount) => {
        await button("Erase")(page, 1);
        const dialog = page.getByRole("dialog", { name: "Erase this person?" });
        await dialog.getByRole("button", { name: "Erase for good" }).click({ clickCount });
        await expect(dialog).toBeHidden();
      },
      field: { name: "email" },
      done: (page) => page.getByRole("heading", { name: "Nothing was stored for this address" }),
    },
  ]);
});

test("a test mail, an invitation and a link for a new password", async ({ page, mailbox }) => {
  mailbox.behaviour = "accept";
  const { email } = await addAdministrator(page.request, "Grace Hopper");
  await loginAsAdmin(page);
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Reset link" });
  await eachFailsThenWorks(page, [
    {
      name: "a test mail",
      address: "/admin/mail",
      typed: { To: "grace@example.com" },
      call: { method: "POST", path: "**/api/mail/test" },
      press: button("Send Test Mail"),
      field: { name: "to" },
      done: said("Sent to grace@example.com."),
    },
    {
      name: "an invitation",
      address: "/admin/account/invite",
      typed: { "Full name": "Edith Clarke", Email: "edith@example.com" },
      call: { method: "POST", path: "**/api/user/invite" },
      press: button("Make Link"),
      field: { name: "email" },
      done: (page) => page.getByRole("heading", { name: "Invitation for Edith Clarke" }),
    },
    {
      name: "a reset link",
      address: "/admin/account/people",
      open: async (page) => {
        await page
          .getByRole("listitem")
          .filter({ hasText: email })
          .getByRole("button", { name: /^Actions/ })
          .click();
        await page.getByRole("menuitem", { name: "Reset link" }).click();
      },
      call: { method: "POST", path: "**/api/user/reset-link/*" },
      press: button("Make Link"),
      done: (page) => dialog(page).getByLabel("Link"),
    },
  ]);
});

test("logging in, joining and setting a new password", async ({ page }) => {
  const ada = await addAdministrator(page.request);
  await loginAsAdmin(page);
  const office = await officeOf(page);
  const invitation = await office.post("/user/invite", { fullName: "Mary", email: `mary.${Date.now()}@example.com` });
  const people = await office.get("/user/get-all");
  const { id } = people.find((each: { email: string }) => each.email === ada.email);
  const reset = await office.post(`/user/reset-link/${id}`, { dropSecondFactor: false });
  await forgetLogin(page);
  await eachFailsThenWorks(page, [
    {
      name: "logging in",
      address: "/admin/login",
      typed: { Email: ada.email, Password: ada.password },
      call: { method: "POST", path: "**/api/user/login" },
      press: button("Log in"),
      done: (page) => page.getByRole("heading", { name: "All Projects" }),
    },
    {
      name: "setting a new password by a link",
      address: reset.path,
      typed: { "New password": "Difference-1822" },
      call: { method: "POST", path: "**/api/user/reset" },
      press: button("Save Password"),
      field: { name: "newPassword" },
      done: (page) => page.getByRole("heading", { name: "Password changed" }),
    },
    {
      name: "joining",
      address: invitation.path,
      typed: { "Full name": "Mary Somerville", Password: "Mechanism-1831" },
      call: { method: "POST", path: "**/api/user/invite/accept" },
      press: button("Join"),
      field: { name: "password" },
      done: (page) => page.getByRole("heading", { name: "All Projects" }),
    },
  ]);
});

test("an account: name, e-mail address, password and second factor", async ({ page }) => {
  const { password, ...ada } = await addAdministrator(page.request);
  await logInAs(page, { ...ada, password });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Projects");
  const profile = (page: Page) =>
    page.locator("form").filter({ has: page.getByRole("button", { name: "Save Profile" }) });
  const me = { method: "PUT", path: "**/api/user/me" } as const;
  const next = "Difference-1822";
  await eachFailsThenWorks(page, [
    {
      name: "a name",
      address: "/admin/account",
      within: profile,
      typed: { "Full name": "Augusta Ada King" },
      call: me,
      press: button("Save Profile"),
      field: { name: "fullName" },
      done: said("Profile saved"),
    },
    {
      name: "an e-mail address",
      address: "/admin/account",
      within: profile,
      typed: { Email: `king.${Date.now()}@example.com`, "Current password": password },
      call: me,
      press: button("Save Profile"),
      field: { name: "currentPassword" },
      done: said("Profile saved"),
    },
    {
      name: "a password",
      address: "/admin/account",
      within: pane("Password"),
      typed: { "Current password": password, "New password": next },
      call: { method: "PUT", path: "**/api/user/password" },
      press: button("Change Password"),
      field: { name: "newPassword" },
      done: said("Password changed."),
    },
    {
      name: "the beginning of a second factor",
      address: "/admin/account",
      open: (page) => page.getByRole("button", { name: "Set Up" }).click(),
      within: pane("Second factor"),
      typed: { "Current password": next },
      call: { method: "POST", path: "**/api/user/second-factor/start" },
      press: button("Continue"),
      field: { name: "currentPassword", control: "factorPassword" },
      done: (page) => page.getByLabel("Or type this key"),
    },
  ]);

  const secret = (await page.getByLabel("Or type this key").inputValue()).replaceAll(" ", "");
  await eachFailsThenWorks(page, [
    {
      name: "a second factor",
      within: pane("Second factor"),
      typed: { Code: codeAt(secret, stepAt(new Date())) },
      call: { method: "POST", path: "**/api/user/second-factor/confirm" },
      press: button("Switch On"),
      field: { name: "code" },
      done: (page) => page.getByRole("heading", { name: "Save these recovery codes" }),
    },
  ]);

  const codes = await pane("Second factor")(page).getByRole("listitem").allInnerTexts();
  await eachFailsThenWorks(page, [
    {
      name: "new recovery codes",
      address: "/admin/account",
      open: (page) => page.getByRole("button", { name: "New recovery codes" }).click(),
      within: pane("Second factor"),
      typed: { "Current password": next, Code: codes[0] ?? "" },
      call: { method: "POST", path: "**/api/user/second-factor/recovery-codes" },
      press: button("Make New Codes"),
      field: { name: "code" },
      done: (page) => page.getByRole("heading", { name: "Save these recovery codes" }),
    },
  ]);

  const fresh = await pane("Second factor")(page).getByRole("listitem").allInnerTexts();
  await eachFailsThenWorks(page, [
    {
      name: "the end of a second factor",
      address: "/admin/account",
      open: (page) => page.getByRole("button", { name: "Switch off" }).click(),
      within: pane("Second factor"),
      typed: { "Current password": next, Code: fresh[0] ?? "" },
      call: { method: "POST", path: "**/api/user/second-factor/off" },
      press: button("Switch Off"),
      field: { name: "code" },
      done: said("The second factor is off."),
    },
  ]);
});
