import { expect, test } from "vitest";
import { commands, type Locator, page, userEvent } from "vitest/browser";
import { holdAnswers } from "#test/office/failing-calls.ts";
import { api, openOffice, setUpOffice } from "#test/office/office.tsx";

setUpOffice({ mail: "accept" });

const heading = () => page.getByRole("heading", { level: 1 });
const button = (name: string) => page.getByRole("button", { name, exact: true });

async function press(what: Locator): Promise<void> {
  await expect.element(what).toBeEnabled();
  const element = what.element() as HTMLElement;
  element.focus();
  await userEvent.keyboard(element.matches("[type=checkbox]") ? " " : "{Enter}");
}

test("a button of a message keeps the focus while it works, and when there is nothing left for it to do", async () => {
  await page.viewport(1280, 720);
  const { slug } = await api.post("/quote/new", { fullName: "Ada", email: "ada@example.com", message: "An engine" });
  await openOffice(`/admin/quote/${slug}`);
  await press(button("Mark unread"));
  await expect.element(button("Mark read")).toHaveFocus();

  await page.getByLabelText("Next step").fill("Call");
  await press(button("Save"));
  await expect.poll(async () => (await api.get(`/quote/${slug}`)).nextStep).toBe("Call");
  await expect.element(button("Save")).toHaveAttribute("aria-disabled", "true");
  await expect.element(button("Save")).not.toHaveAttribute("aria-busy");
  await expect.element(button("Save")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await userEvent.tab();
  await expect.element(button("Save")).toBeDisabled();

  const note = page.getByLabelText("Private note");
  await note.fill("Called.");
  const arrive = holdAnswers((_method, path) => path.includes("/note/"));
  await press(button("Add note"));
  await arrive();
  await expect.element(note).toHaveValue("");
  await expect.element(button("Add note")).toHaveFocus();
});

test("Save keeps the focus on the Site screen, and the bar of drafts takes it when Unpublish goes", async () => {
  await openOffice("/admin/site?section=about");
  await page.getByLabelText("Faq lead", { exact: true }).fill("Ask us anything.");
  await press(button("Save"));
  await expect.element(page.getByText("Everything is saved.")).toBeVisible();
  await expect.element(button("Save")).toHaveFocus();

  const { slug } = await api.post("/faq/add", { question: "Is it public?", answer: "Yes." });
  await openOffice(`/admin/faq/update/${slug}`);
  await press(button("Unpublish"));
  await expect.element(button("Unpublish")).not.toBeInTheDocument();
  await expect.element(page.getByRole("region", { name: "Draft", exact: true })).toHaveFocus();
});

test("the heading takes the focus when selected entries of the trash are restored", async () => {
  const { slug } = await api.post("/faq/add", { question: "Is it gone?", answer: "Yes." });
  await api.remove(`/faq/${slug}`);
  await openOffice("/admin/trash");
  await page.getByRole("checkbox", { name: "Select Is it gone?" }).click();
  await press(button("Restore selected"));
  await expect.element(page.getByRole("heading", { name: "Is it gone?" })).not.toBeInTheDocument();
  await expect.element(heading()).toHaveFocus();
});

test("Compare keeps the focus", async () => {
  await openOffice("/admin/activity/as-of");
  await page.getByLabelText(/^Date and time/).fill("2026-01-02T03:04");
  await press(button("Compare"));
  await expect.element(page.getByRole("region", { name: /set back|difference/ })).toBeVisible();
  await expect.element(button("Compare")).toHaveFocus();
});

async function blackPicture(): Promise<File> {
  const canvas = new OffscreenCanvas(400, 100);
  canvas.getContext("2d")?.fillRect(0, 0, 400, 100);
  return new File([await canvas.convertToBlob({ type: "image/png" })], "black.png", { type: "image/png" });
}

test("the heading takes the focus when a picture is replaced, and when that is undone", async () => {
  const file = await blackPicture();
  await openOffice("/admin/pictures");
  const replace = button("Replace").first();
  await expect.element(replace).toBeVisible();
  (replace.element() as HTMLElement).focus();
  await userEvent.upload(page.getByLabelText(/^Replace /).first(), file);
  const notice = page.getByRole("dialog", { name: "Replaced" });
  await expect.element(notice).toBeVisible();
  await expect.element(heading()).toHaveFocus();
  await press(notice.getByRole("button", { name: "Undo" }));
  await expect.element(page.getByText(/^The former picture is back/)).toBeVisible();
  await expect.element(heading()).toHaveFocus();
});

const message = (fullName: string) =>
  api.post("/quote/new", { fullName, email: "clarke@example.com", message: "A bridge, please" });
const dialog = (name: string) => page.getByRole("dialog", { name, exact: true });
const named = (name: string) =>
  page.getByRole("region", { name, exact: true }).getByRole("heading", { name, exact: true });

/** What is pressed one after the other, and where the focus is after the last, whose control goes away. */
interface Action {
  name: string;
  open: () => Promise<string>;
  press: (Locator | (() => Promise<void>))[];
  focus: Locator;
}

const choosePicture = (label: RegExp) => async (): Promise<void> => {
  const field = page.getByLabelText(label);
  await expect.element(field).toBeVisible();
  (field.element() as HTMLElement).focus();
  await userEvent.upload(field, await blackPicture());
};

const unpublished = async () =>
  (await api.post("/faq/add", { question: "What is unpublished?", answer: "This.", published: false })).slug as string;

const actions: Action[] = [
  {
    name: "an answer is begun",
    open: async () => `/admin/quote/${(await message("Begun")).slug}`,
    press: [button("Write here")],
    focus: page.getByLabelText("Your answer to Begun"),
  },
  {
    name: "an answer is discarded",
    open: async () => `/admin/quote/${(await message("Discarded")).slug}`,
    press: [button("Write here"), button("Discard")],
    focus: named("Discarded"),
  },
  {
    name: "an answer is sent",
    open: async () => `/admin/quote/${(await message("Sent")).slug}`,
    press: [button("Write here"), () => userEvent.keyboard("Yes, we do."), button("Send")],
    focus: named("Sent"),
  },
  {
    name: "a message is marked as replied",
    open: async () => `/admin/quote/${(await message("Marked")).slug}`,
    press: [page.getByRole("link", { name: "Reply" }), button("Mark as replied")],
    focus: named("Marked"),
  },
  {
    name: "the question whether it was replied to is put off",
    open: async () => `/admin/quote/${(await message("Put off")).slug}`,
    press: [page.getByRole("link", { name: "Reply" }), button("Not yet")],
    focus: named("Put off"),
  },
  {
    name: "a picture is chosen",
    open: async () => "/admin/review/create",
    press: [choosePicture(/^Profile image/), () => expect.element(button("Remove image")).toBeVisible()],
    focus: button("Remove image"),
  },
  {
    name: "a picture is removed",
    open: async () => "/admin/create",
    press: [choosePicture(/^Image/), button("Remove image")],
    focus: page.getByRole("button", { name: /^Image Choose/ }),
  },
  {
    name: "a line of a list is removed",
    open: async () => "/admin/job/create",
    press: [button("Add requirement"), button("Remove requirement 1")],
    focus: button("Add requirement"),
  },
  {
    name: "the set-up of a second factor is begun",
    open: async () => "/admin/account",
    press: [button("Set Up")],
    focus: page.getByRole("region", { name: "Second factor" }).getByLabelText("Current password"),
  },
  {
    name: "the set-up of a second factor is cancelled",
    open: async () => "/admin/account",
    press: [button("Set Up"), button("Cancel")],
    focus: named("Second factor"),
  },
  {
    name: "a section is removed from the form of its project",
    open: async () => "/admin/create",
    press: [button("Add Detail"), button("Actions for New detail"), page.getByRole("menuitem", { name: "Remove" })],
    focus: named("Details"),
  },
  {
    name: "a deletion is cancelled",
    open: async () => "/admin/job",
    press: [
      page.getByRole("button", { name: /^Actions for/ }).first(),
      page.getByRole("menuitem", { name: "Delete" }),
      button("No, cancel!"),
    ],
    focus: page.getByRole("button", { name: /^Actions for/ }).first(),
  },
  {
    name: "a draft is discarded",
    open: async () => `/admin/faq/update/${await unpublished()}`,
    press: [
      async () => {
        await page.getByLabelText("Answer").fill("Something else.");
      },
      button("Save draft"),
      button("Discard draft"),
    ],
    focus: heading(),
  },
  {
    name: "a link for a client is made",
    open: async () => `/admin/faq/update/${await unpublished()}`,
    press: [
      button("Ask a client…"),
      async () => {
        await page.getByLabelText("For whom").fill("Ada");
      },
      button("Make the link"),
    ],
    focus: page.getByLabelText("Link"),
  },
  {
    name: "a selection is marked",
    open: async () => {
      await message("Selected");
      return "/admin/quote?q=Selected";
    },
    press: [
      page.getByRole("checkbox", { name: "Select the message of Selected" }),
      button("Mark as"),
      page.getByRole("menuitem", { name: "Won" }),
    ],
    focus: page.getByRole("region", { name: "Selection" }),
  },
  {
    name: "a notice is closed",
    open: async () => {
      await message("Closed");
      return "/admin/quote?q=Closed";
    },
    press: [
      page.getByRole("checkbox", { name: "Select the message of Closed" }),
      button("Mark as"),
      page.getByRole("menuitem", { name: "Lost" }),
      page.getByRole("dialog", { name: /marked as lost/ }).getByRole("button", { name: "Undo" }),
    ],
    focus: heading(),
  },
  {
    name: "a session is ended",
    open: async () => {
      await commands.logInElsewhere("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0");
      return "/admin/account";
    },
    press: [page.getByRole("region", { name: "Sessions" }).getByRole("button", { name: "End" }).first()],
    focus: named("Sessions"),
  },
];

test.each(actions)("the focus stays where the eye is when $name", async ({ open, press: steps, focus }) => {
  await page.viewport(1280, 720);
  addEventListener("click", keepMailProgramShut);
  await openOffice(await open());
  for (const step of steps) await (typeof step === "function" ? step() : press(step));
  await expect.element(focus).toHaveFocus();
  // Also after what the answer changes.
  await expect.poll(() => document.querySelector("main [aria-busy=true]")).toBeNull();
  await expect.element(focus).toHaveFocus();
});

const keepMailProgramShut = (event: Event) =>
  (event.target as Element).closest("[href^=mailto]") && event.preventDefault();

test("letters that are typed where the focus was lost, or with single keys switched off, run no command", async () => {
  await page.viewport(1280, 720);
  const { slug } = await message("Untouched");
  const typed = "Dear Ms Clarke, thank you: jkrex#?";
  const isUntouched = async () => {
    expect((await api.get(`/quote/${slug}`)).status).toBe("new");
    await expect.element(named("Untouched")).toBeVisible();
    expect(page.getByRole("dialog").elements()).toEqual([]);
  };
  await openOffice(`/admin/quote/${slug}`);
  await expect.element(named("Untouched")).toBeVisible();
  (document.activeElement as HTMLElement | null)?.blur();
  expect(document.activeElement).toBe(document.body);
  await userEvent.keyboard(typed);
  await isUntouched();

  await press(button("Write here"));
  await userEvent.keyboard(` ${typed}`);
  await expect.element(page.getByLabelText("Your answer to Untouched")).toHaveValue(`Hello Untouched, ${typed}`);
  await press(button("Discard"));
  await expect.element(named("Untouched")).toHaveFocus();

  await userEvent.keyboard("?");
  await dialog("Keys").getByRole("switch", { name: "Single keys" }).click();
  await press(dialog("Keys").getByRole("button", { name: "Close" }));
  await expect.element(dialog("Keys")).not.toBeInTheDocument();
  await expect.element(named("Untouched")).toHaveFocus();
  await userEvent.keyboard(typed);
  await isUntouched();

  await openOffice("/admin/account");
  const singleKeys = page.getByRole("switch", { name: "Single keys" });
  await expect.element(singleKeys).not.toBeChecked();
  await singleKeys.click();
  await openOffice(`/admin/quote/${slug}`);
  await press(button("Copy address"));
  await userEvent.keyboard("e");
  await expect.poll(async () => (await api.get(`/quote/${slug}`)).status).toBe("replied");
  const notice = page.getByRole("dialog", { name: "The message of Untouched is marked as replied." });
  await press(notice.getByRole("button", { name: "Undo" }));
  await expect.poll(async () => (await api.get(`/quote/${slug}`)).status).toBe("new");
});
