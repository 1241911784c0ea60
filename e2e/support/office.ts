import type { Page } from "@playwright/test";

/** Makes calls of the API as the administrator who is logged in on this page. */
export async function officeOf(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const headers = { Authorization: `Bearer ${token}` };
  const call = async (method: string, path: string, data?: object) =>
    (await (await page.request.fetch(`/api${path}`, { method, headers, data })).json()).data;
  return {
    get: (path: string) => call("GET", path),
    post: (path: string, data: object) => call("POST", path, data),
    put: (path: string, data: object) => call("PUT", path, data),
    remove: (path: string) => call("DELETE", path),
  };
}

/** A message and an address, as visitors leave them. */
export async function inbox(page: Page, email = "ada@example.com"): Promise<void> {
  await page.request.post("/api/quote/new", { data: { fullName: "Ada Lovelace", email, message: "An engine" } });
  await page.request.post("/api/subscription/subscribe", { data: { email } });
}
