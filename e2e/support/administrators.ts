import type { APIRequestContext, Page } from "@playwright/test";
import { admin } from "./server.ts";

export interface Administrator {
  fullName: string;
  email: string;
  password: string;
}

let made = 0;

/** Creates another administrator, so that a test can change a password or second factor without affecting others. */
export async function addAdministrator(request: APIRequestContext, fullName = "Ada Lovelace"): Promise<Administrator> {
  const email = `${fullName.toLowerCase().replaceAll(/\W+/g, ".")}.${++made}@example.com`;
  const password = "Analytical-1843";
  const login = await request.post("/api/user/login", { data: { user: admin } });
  const headers = { Authorization: `Bearer ${(await login.json()).data.token}` };
  const invitation = await request.post("/api/user/invite", { headers, data: { email, fullName } });
  const token = (await invitation.json()).data.path.split("/").at(-1);
  await request.post("/api/user/invite/accept", { data: { token, password } });
  await request.post("/api/user/logout", { headers });
  return { fullName, email, password };
}

/** Logs in through the login screen; ends in the back office, or at the prompt for a code. */
export async function logInAs(page: Page, who: Pick<Administrator, "email" | "password">): Promise<void> {
  await page.goto("/admin/login");
  await fillInLogin(page, who);
}

/** On the login screen, also one that the page is about to open on its own. */
export async function fillInLogin(
  page: Page,
  { email, password }: Pick<Administrator, "email" | "password">,
): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** The screen's main heading, which identifies the screen. */
export const heading = (page: Page) => page.getByRole("heading", { level: 1 });
