import type { Page } from "@playwright/test";

/** An API client with the session of the administrator logged in on this page. */
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

/** Creates a message and a subscription, as from a visitor. */
export async function inbox(page: Page, email = "ada@example.com"): Promise<void> {
  await page.request.post("/api/quote/new", { data: { fullName: "Ada Lovelace", email, message: "An engine" } });
  await page.request.post("/api/subscription/subscribe", { data: { email } });
}
