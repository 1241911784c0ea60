import type { APIRequestContext, Page } from "@playwright/test";
import { admin } from "./server.ts";

export interface Administrator {
  fullName: string;
  email: string;
  password: string;
}

let made = 0;

/** One more administrator, so that a journey may change a password or a second factor that no other one relies on. */
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

/** Through the login screen, as people do; ends in the back office, or where a code is asked. */
export async function logInAs(
  page: Page,
  { email, password }: Pick<Administrator, "email" | "password">,
): Promise<void> {
  await page.goto("/admin/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** The screen's own heading, by which one knows where one is. */
export const heading = (page: Page) => page.getByRole("heading", { level: 1 });
