import { fillInLogin } from "./support/administrators.ts";
import { admin, expect, expectNoAxeViolations, loginAsAdmin, test } from "./support/fixtures.ts";
import { expectRed } from "./support/looks.ts";

test("without login data every back-office address redirects to the login screen", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  for (const address of ["/admin", "/admin/quote", "/ADMIN/job/create", "/admin/no-such-screen", "/Admin/Login"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in to the back office");
    expect(new URL(page.url()).pathname.toLowerCase()).toBe("/admin/login");
  }
  await expect(page).toHaveTitle("Log in | Jorna back office");
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((each) => /\/(index|shared)-/.test(each))).toEqual([]);

  // As by a link in a mail.
  await page.goto("/admin/quote?show=unread");
  await fillInLogin(page, admin);
  await expect(page).toHaveURL("/admin/quote?show=unread");
});

test("an administrator logs in with Enter; user data and token are stored separately", async ({ page }) => {
  await page.goto("/admin/login");
  const logIn = page.getByRole("button", { name: "Log in" });
  // No other control has the word in its name.
  const password = page.getByLabel("Password");
  await expect(logIn).toBeDisabled();
  await page.getByLabel("Email").fill(admin.email);
  await expect(logIn).toBeDisabled();
  await password.fill(admin.password);
  await expect(logIn).toBeEnabled();
  for (const field of [page.getByLabel("Email"), password]) await expect(field).toHaveAttribute("required");

  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(password).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide", exact: true }).click();
  await expect(password).toHaveAttribute("type", "password");
  await expect(password).toHaveValue(admin.password);
  await page.getByLabel("Email").press("Enter");

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Projects");
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole("contentinfo"), "the site's footer").toHaveCount(0);
  await expect(page.getByRole("button", { name: "Get a Quote" })).toHaveCount(0);
  await expect(page.getByRole("banner"), "initials, without a picture").toContainText("AU");
  const kept = await page.evaluate(() => ({ ...localStorage }));
  expect(JSON.parse(kept.userData)).toMatchObject({ email: admin.email });
  expect(kept.userData).not.toContain(kept.token);
  expect(kept.userData).not.toContain(admin.password);
});

test("wrong credentials are refused in red, invalid values under their fields", async ({ page, problems }) => {
  problems.expect(/^401 POST \/api\/user\/login/);
  problems.expect(/^console: Login failed/);
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill("nobody");
  await expect(page.getByText("It should be a valid email address!")).toBeHidden();
  await page.getByLabel("Password", { exact: true }).fill("weak");
  await expect(page.getByText("It should be a valid email address!")).toBeVisible();
  await page.getByLabel("Email").focus();
  await expect(
    page.getByText("Password should be 8 characters and include at least 1 letter, 1 number and 1 special character!"),
  ).toBeVisible();
  await expectNoAxeViolations(page);

  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByLabel("Password", { exact: true }).fill("Wrong-horse-1");
  await page.getByRole("button", { name: "Log in" }).click();
  const refusal = page.getByRole("alert").getByText("Email or password is wrong");
  for (const red of [refusal, page.getByRole("alert").filter({ hasText: "Email or password is wrong" })])
    await expectRed(red);
  const [fields, said] = [
    await page.getByLabel("Password", { exact: true }).boundingBox(),
    await refusal.boundingBox(),
  ];
  expect(said?.y).toBeGreaterThan((fields?.y ?? 0) + (fields?.height ?? 0));
  await expect(page.getByLabel("Email")).toHaveValue("nobody@example.com");
});

test("a password manager fills in the login, and what keeps it from being sent is said", async ({ page }) => {
  const fillings = {
    "both values, then the events": (told: boolean) => {
      for (const input of document.querySelectorAll<HTMLInputElement>("input"))
        input.value = input.type === "email" ? "ada@example.com" : "Wrong-horse-1";
      for (const input of document.querySelectorAll("input"))
        for (const name of told ? ["input", "change"] : []) input.dispatchEvent(new Event(name, { bubbles: true }));
    },
    "both values behind React, then the events": () => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
      for (const input of document.querySelectorAll("input"))
        set?.call(input, input.type === "email" ? "ada@example.com" : "Wrong-horse-1");
      for (const input of document.querySelectorAll("input"))
        for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
    },
  };
  const logIn = page.getByRole("button", { name: "Log in" });
  const [email, password] = [page.getByLabel("Email"), page.getByLabel("Password", { exact: true })];
  for (const [fill, told] of [
    [fillings["both values, then the events"], true],
    [fillings["both values, then the events"], false],
    [fillings["both values behind React, then the events"], true],
  ] as const) {
    await page.goto("/admin/login");
    await expect(logIn).toBeDisabled();
    await page.evaluate(fill, told);
    await logIn.hover();
    await expect(logIn).toBeEnabled();
    await expect(email).toHaveValue("ada@example.com");
    await expect(password).toHaveValue("Wrong-horse-1");
  }

  const alert = page.getByRole("alert");
  await email.fill("nobody");
  await password.press("Enter");
  await expect(email).toBeFocused();
  await expect(alert.filter({ hasText: "Correct the email address." })).toHaveCount(1);
  await expect(email).toHaveAccessibleDescription("It should be a valid email address!");
});

test("the login screen loads only shared scripts, and redirects who is logged in", async ({ page }) => {
  const loaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => /\.(js|css)$/.test(path) && !/\/login-(?!screen)/.test(path)),
    );
  await page.goto("/admin/login");
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  const onLogin = await loaded();
  await loginAsAdmin(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Projects");
  const inOffice = await loaded();
  expect(inOffice).toEqual(expect.arrayContaining(onLogin));
  expect(inOffice.filter((path) => /\/(index|shared)-/.test(path)).length).toBeGreaterThan(2);

  await page.goto("/admin/login");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Projects");
  await expect(page).toHaveURL(/\/admin$/);
});

test("forged login data is cleared, requests no content and redirects to the login", async ({ page, problems }) => {
  problems.expect(/^401 /);
  await page.goto("/admin/login");
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/api/") && asked.push(new URL(request.url()).pathname));
  await page.evaluate(() => {
    localStorage.setItem("userData", JSON.stringify({ fullName: "Mallory", email: "m@example.com", profileImage: "" }));
    localStorage.setItem("token", "forged");
  });
  await page.goto("/admin/quote");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in to the back office");
  expect(asked).toEqual(["/api/user/me"]);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("logging out ends the session, clears local storage and leads to the login", async ({ page }) => {
  await loginAsAdmin(page, "/admin/job");
  const token = await page.evaluate(() => localStorage.getItem("token"));
  await page.evaluate(() => localStorage.setItem("something-else", "1"));
  await page.getByRole("button", { name: "Admin user" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  // The screen waits two seconds for it at most.
  const headers = { Authorization: `Bearer ${token}` };
  await expect.poll(async () => (await page.request.get("/api/user/me", { headers })).status()).toBe(401);
  await fillInLogin(page, admin);
  await expect(page).toHaveURL(/\/admin$/);
});

test("logging out in one tab logs out the other, which keeps its input", async ({ page, context, problems }) => {
  // Calls of the other tab that are under way when the session ends.
  problems.expect(/^401 /);
  await loginAsAdmin(page);
  const other = await context.newPage();
  await other.goto("/admin/job/create");
  await other.getByLabel("Title").fill("Night Watch");
  await expect(other.getByText(/^Draft kept, (\d+ \w+, )?\d\d:\d\d$/)).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Log in to the back office");
  await expect(other.getByRole("status")).toContainText("Your session has ended.");
  await expect(other.getByRole("status")).toContainText("kept on this device");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in to the back office");
  await expect(page.getByText("Your session has ended"), "it was ended on purpose").toHaveCount(0);

  await fillInLogin(other, admin);
  await expect(other).toHaveURL(/\/admin\/job\/create$/);
  await expect(other.getByLabel("Title")).toHaveValue("Night Watch");
  // As Back shows a page that was kept when it was left.
  await other.evaluate(() => {
    localStorage.clear();
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Log in to the back office");
  await fillInLogin(other, admin);
  await expect(other.getByLabel("Title")).toHaveValue("Night Watch");
  // It does not speak of the session that was ended before.
  await other.getByRole("button", { name: "Logout" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Log in to the back office");
  await expect(other.getByText("Your session has ended")).toHaveCount(0);
});
