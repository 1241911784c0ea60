import { expect, test } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { failing, refusal } from "#test/office/failing-calls.ts";
import { button, eachFailsThenWorks, said, type Write, writeErrors } from "#test/office/failing-writes.ts";
import { addAdministrator, api, expectErrors, openOffice, setUpOffice, signInAs } from "#test/office/office.tsx";

setUpOffice({ mail: "accept" });

const run = (writes: Write[]) => {
  expectErrors(writeErrors);
  return eachFailsThenWorks(writes);
};

const pane = (name: string) => () => page.getByRole("region", { name, exact: true });

/** The element around another that is on screen. */
const around = (selector: string, ancestor: string) =>
  page.elementLocator(document.querySelector(selector)?.closest(ancestor) ?? document.body);

/** The key that an authenticator app is given. */
function keyOf(): string {
  const field = page.getByLabelText("Or type this key").element();
  return (field as HTMLInputElement).value.replaceAll(" ", "");
}

const recoveryCodes = () =>
  pane("Second factor")()
    .getByRole("listitem")
    .elements()
    .map((each) => each.textContent);

const project = "nft-marketplace";

const projects: Write[] = [
  {
    address: "/admin/create",
    typed: { Title: "Lighthouse", Description: "A lamp.", "What we did": "Ground the lens." },
    call: { method: "POST", path: "/api/project/new" },
    press: button("Add Project"),
    field: { name: "title" },
    done: said("Project added successfully"),
  },
  {
    address: `/admin/update/${project}`,
    typed: { Title: "Marketplace", Description: "Buy and sell." },
    call: { method: "PUT", path: "/api/project/edit/:id" },
    press: button("Update Project"),
    field: { name: "description" },
    done: said("Project update successfully"),
  },
  {
    address: `/admin/detail/create/${project}`,
    typed: { Heading: "The lens", Description: "Ground by hand." },
    call: { method: "POST", path: "/api/project/detail/:id" },
    press: button("Add Detail"),
    field: { name: "heading" },
    done: said("Project Detail added successfully"),
  },
  {
    address: `/admin/detail/${project}`,
    open: async () => {
      await page
        .getByRole("button", { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Update" }).click();
    },
    within: () => page.getByRole("dialog", { name: "Detail Edit" }),
    typed: { Heading: "The lamp", Description: "Seen from afar." },
    call: { method: "PUT", path: "/api/project/detail/edit/:project/:id" },
    press: button("Update Detail"),
    field: { name: "heading" },
    done: said("Detail successfully Updated"),
  },
  {
    address: "/admin/job/create",
    typed: { Title: "Look-out" },
    call: { method: "POST", path: "/api/preview/new" },
    press: button("Preview"),
    field: { name: "title" },
    done: () => page.getByRole("dialog", { name: "Preview" }),
  },
];

test("a failed save or preview of an entry or section is reported and keeps the input and the switch; a new attempt succeeds", async () => {
  const { slug } = await api.post("/job/add", { title: "Rower" });
  const published = page.getByRole("switch", { name: "Published" });
  await run([
    ...projects,
    {
      address: `/admin/job/update/${slug}`,
      open: () => published.click(),
      typed: { Title: "Rower at night", Description: "Slowly." },
      call: { method: "PUT", path: "/api/job/:id" },
      press: async (click) => {
        await expect.element(published, { message: "the switch stays as it was put" }).not.toBeChecked();
        await button("Update Job")(click);
      },
      field: { name: "title" },
      done: said("Job Update successfully"),
    },
  ]);
});

test("a failed image upload is reported and keeps the form's input; a new attempt succeeds", async () => {
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const choose = () =>
    userEvent.upload(
      document.querySelector("input[name=profileImage]") ?? document.body,
      new File([Uint8Array.from(atob(pixel), (each) => each.charCodeAt(0))], "pixel.png", { type: "image/png" }),
    );
  expectErrors(/AppError: A proxy in front/);
  await openOffice("/admin/review/create");
  await failing({ method: "POST", path: "/upload" }, { status: 413, body: {} }, async () => {
    await expect.element(page.getByLabelText("Full name")).toBeVisible();
    await choose();
    await expect.element(page.getByText(/A proxy in front of the site refused the image\./)).toBeVisible();
  });
  await run([
    {
      address: "/admin/review/create",
      typed: { "Full name": "Somebody", Feedback: "We found the way." },
      call: { method: "POST", path: "/upload" },
      press: choose,
      done: () => page.getByRole("img", { name: "Preview of profile image" }),
    },
  ]);
});

test("a failed save of texts or retention periods, or erasure of a person, is reported; a new attempt succeeds", async () => {
  const save = { method: "PUT", path: "/api/site/edit" } as const;
  await run([
    {
      address: "/admin/site?text=company.address",
      open: () => expect.element(page.getByRole("button", { name: "Save", exact: true })).toBeVisible(),
      within: () => around('[name="company.address"]', "div"),
      typed: { Address: "Multan" },
      call: save,
      press: button("Save"),
      field: { name: "company.address" },
      done: said("One text saved."),
    },
    {
      address: "/admin/personal-data",
      typed: { Messages: "365", Spam: "20" },
      call: save,
      press: async (click) => {
        await button("Save Periods")((target) => target.click());
        const dialog = page.getByRole("dialog", { name: "Keep data for a shorter time?" });
        await click(dialog.getByRole("button", { name: "Save and erase" }));
        await expect.element(dialog).not.toBeInTheDocument();
      },
      field: { name: "privacy.keepSpamDays", control: "keepSpamDays" },
      done: said("Periods saved"),
    },
    {
      address: "/admin/personal-data",
      typed: { "E-mail address of the person": "eve@example.com" },
      call: { method: "POST", path: "/api/data-subject/erase" },
      press: async (click) => {
        await button("Erase")((target) => target.click());
        const dialog = page.getByRole("dialog", { name: "Erase this person?" });
        await click(dialog.getByRole("button", { name: "Erase for good" }));
        await expect.element(dialog).not.toBeInTheDocument();
      },
      field: { name: "email" },
      done: () => page.getByRole("heading", { name: "No visitor’s data is stored for this address" }),
    },
  ]);
});

test("a failed test mail, invitation or reset link is reported and keeps the input; a new attempt succeeds", async () => {
  const { email } = await addAdministrator("Grace Hopper");
  const dialog = () => page.getByRole("dialog", { name: "Reset link" });
  await run([
    {
      address: "/admin/mail",
      typed: { To: "grace@example.com" },
      call: { method: "POST", path: "/api/mail/test" },
      press: button("Send Test Mail"),
      field: { name: "to" },
      done: said("Sent to grace@example.com."),
    },
    {
      address: "/admin/account/invite",
      typed: { "Full name": "Edith Clarke", Email: "edith@example.com" },
      call: { method: "POST", path: "/api/user/invite" },
      press: button("Make Link"),
      field: { name: "email" },
      done: () => page.getByRole("heading", { name: "Invitation for Edith Clarke" }),
    },
    {
      address: "/admin/account/people",
      open: async () => {
        await page
          .getByRole("listitem")
          .filter({ hasText: email })
          .getByRole("button", { name: /^Actions/ })
          .click();
        await page.getByRole("menuitem", { name: "Reset link" }).click();
      },
      call: { method: "POST", path: "/api/user/reset-link/:id" },
      press: button("Make Link"),
      done: () => dialog().getByLabelText("Link"),
    },
  ]);
});

test("a failed removal of a person is reported and keeps who takes over their leads; a new attempt succeeds", async () => {
  const { fullName } = await addAdministrator("Emmy Noether");
  const { owners } = await api.get("/quote/options");
  const ownerId = owners.find(({ name }: { name: string }) => name === fullName)?.id;
  const { slug } = await api.post("/quote/new", { fullName: "Ada", email: "ada@example.com", message: "A ring" });
  await api.put(`/quote/${slug}`, { ownerId });
  const dialog = () => page.getByRole("dialog", { name: `Remove ${fullName}?` });
  const leads = () => dialog().getByLabelText("Assign 1 open lead to");
  await run([
    {
      address: "/admin/account/people",
      open: async () => {
        await page.getByRole("button", { name: `Actions for ${fullName}` }).click();
        await page.getByRole("menuitem", { name: "Remove" }).click();
        await expect.element(dialog().getByText(/They own 1 open lead\./)).toBeVisible();
        await leads().selectOptions("Admin user");
      },
      within: dialog,
      call: { method: "DELETE", path: "/api/user/:id" },
      press: async (click) => {
        await expect.element(leads()).toHaveDisplayValue("Admin user");
        await click(dialog().getByRole("button", { name: "Remove", exact: true }));
      },
      field: { name: "leadsTo" },
      done: said(`${fullName} can no longer log in.`),
    },
  ]);
  const { owner, history } = await api.get(`/quote/${slug}`);
  expect(owner.name).toBe("Admin user");
  expect(history.at(-1)).toMatchObject({ kind: "owner", text: "Admin user" });
});

test("that one person could not be removed is not said of the next", async () => {
  expectErrors(writeErrors);
  const names = ["Lise Meitner", "Emmy Noether"];
  for (const name of names) await addAdministrator(name);
  await openOffice("/admin/account/people");
  const open = async (name = "") => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    const dialog = page.getByRole("dialog", { name: `Remove ${name}?` });
    await expect.element(dialog).toBeVisible();
    return dialog;
  };
  await failing(
    { method: "DELETE", path: "/api/user/:id" },
    refusal(500, "unexpected", "The disk is full."),
    async () => {
      const dialog = await open(names[0]);
      await dialog.getByRole("button", { name: "Remove", exact: true }).click();
      await expect.element(dialog.getByText("The disk is full.")).toBeVisible();
      await dialog.getByRole("button", { name: "Cancel" }).click();
    },
  );
  await expect.element((await open(names[1])).getByText("The disk is full.")).not.toBeInTheDocument();
});

test("a failed password reset or acceptance of an invitation is reported and keeps the input", async () => {
  const grace = await addAdministrator("Grace Hopper");
  const invitation = await api.post("/user/invite", { fullName: "Mary", email: "mary@example.com" });
  const people = await api.get("/user/get-all");
  const { id } = people.find((each: { email: string }) => each.email === grace.email);
  const reset = await api.post(`/user/reset-link/${id}`, { dropSecondFactor: false });
  await run([
    {
      address: reset.path,
      typed: { "New password": "Difference-1822" },
      call: { method: "POST", path: "/api/user/reset" },
      press: button("Save Password"),
      field: { name: "newPassword" },
      done: () => page.getByRole("heading", { name: "Password changed" }),
    },
    {
      address: invitation.path,
      typed: { "Full name": "Mary Somerville", Password: "Mechanism-1831" },
      call: { method: "POST", path: "/api/user/invite/accept" },
      press: button("Join"),
      field: { name: "password" },
    },
  ]);
});

test("a failed change of profile, password or second factor is reported and keeps the input; a new attempt succeeds", async () => {
  const ada = await addAdministrator("Ada Lovelace");
  const { password } = ada;
  await signInAs(ada);
  const profileOpens = () => expect.element(page.getByRole("button", { name: "Save Profile" })).toBeVisible();
  const profile = () => around('[name="fullName"]', "form");
  const me = { method: "PUT", path: "/api/user/me" } as const;
  const next = "Difference-1822";
  await run([
    {
      address: "/admin/account",
      open: profileOpens,
      within: profile,
      typed: { "Full name": "Augusta Ada King" },
      call: me,
      press: button("Save Profile"),
      field: { name: "fullName" },
      done: said("Profile saved"),
    },
    {
      address: "/admin/account",
      open: async () => {
        await profileOpens();
        // Asked for only with another address; the other field is that of the pane.
        expect(page.getByLabelText("Current password").elements()).toHaveLength(1);
      },
      within: profile,
      typed: { Email: `king.${Date.now()}@example.com`, "Current password": password },
      call: me,
      press: button("Save Profile"),
      field: { name: "currentPassword" },
      done: said("Profile saved"),
    },
    {
      address: "/admin/account",
      within: pane("Password"),
      typed: { "Current password": password, "New password": next },
      call: { method: "PUT", path: "/api/user/password" },
      press: button("Change Password"),
      field: { name: "newPassword" },
      done: said("Password changed."),
    },
    {
      address: "/admin/account",
      open: () => page.getByRole("button", { name: "Set Up" }).click(),
      within: pane("Second factor"),
      typed: { "Current password": next },
      call: { method: "POST", path: "/api/user/second-factor/start" },
      press: button("Continue"),
      field: { name: "currentPassword", control: "factorPassword" },
      done: () => page.getByLabelText("Or type this key"),
    },
  ]);

  const secret = keyOf();
  const typed = { Code: "" };
  await run([
    {
      within: pane("Second factor"),
      typed,
      call: { method: "POST", path: "/api/user/second-factor/confirm" },
      press: async (click) => {
        // The one before may have expired.
        typed.Code = await commands.codeOf(secret);
        await pane("Second factor")().getByLabelText("Code", { exact: true }).fill(typed.Code);
        await button("Switch On")(click);
      },
      field: { name: "code" },
      done: () => page.getByRole("heading", { name: "Save these recovery codes" }),
    },
  ]);

  const codes = recoveryCodes();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await run([
    {
      address: "/admin/account",
      open: () => page.getByRole("button", { name: "Switch off" }).click(),
      within: pane("Second factor"),
      typed: { "Current password": next, Code: codes[0] ?? "" },
      call: { method: "POST", path: "/api/user/second-factor/off" },
      press: button("Switch Off"),
      field: { name: "code" },
      done: said("The second factor is off."),
    },
  ]);
});
