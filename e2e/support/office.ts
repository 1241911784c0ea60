import { type APIRequestContext, type APIResponse, expect, type Page } from "@playwright/test";
import { admin } from "./server.ts";

/** An API client with the session of the administrator logged in on this page. It throws what the API refuses. */
export async function officeOf(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  return clientOf(page.request, `${token}`);
}

/** The same with a session of its own, where no page is logged in. `origin`: of another site than the file's. */
export async function officeAt(request: APIRequestContext, origin = "") {
  const login = await request.post(`${origin}/api/user/login`, { data: { user: admin } });
  return clientOf(request, (await login.json()).data.token, origin);
}

function clientOf(request: APIRequestContext, token: string, origin = "") {
  const headers = { Authorization: `Bearer ${token}` };
  const call = async (method: string, path: string, data?: object) => {
    const response = await accepted(() => request.fetch(`${origin}/api${path}`, { method, headers, data }));
    if (!response.ok()) throw new Error(`${response.status()} ${method} ${path}: ${await response.text()}`);
    return (await response.json()).data;
  };
  return {
    get: (path: string) => call("GET", path),
    post: (path: string, data: object) => call("POST", path, data),
    put: (path: string, data: object) => call("PUT", path, data),
    remove: (path: string) => call("DELETE", path),
  };
}

/** Goes there as by a link, without another document: it would have to load, and axe to be compiled, for each screen. */
export async function follow(page: Page, address: string): Promise<void> {
  // Before there is a screen nobody hears of it.
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.evaluate((address) => {
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address);
}

/** Creates a message and a subscription, as from a visitor. */
export async function inbox(page: Page, email = "ada@example.com"): Promise<void> {
  const data = { fullName: "Ada Lovelace", email, message: "An engine" };
  await accepted(() => page.request.post("/api/quote/new", { data }));
  await accepted(() => page.request.post("/api/subscription/subscribe", { data: { email } }));
}

/** Sends a message as from a visitor, whose address is made of the name. @returns its slug */
export async function writeLead(
  request: APIRequestContext,
  fullName: string,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<string> {
  const email = `${fullName.toLowerCase().replace(/\W+/g, ".")}@example.com`;
  const data = { fullName, email, message: "Hello", ...more };
  const response = await accepted(() => request.post("/api/quote/new", { data, headers }));
  return (await response.json()).data.slug;
}

/** On a busy machine the server may refuse calls for a moment, having done nothing; they are sent again. */
async function accepted(send: () => Promise<APIResponse>): Promise<APIResponse> {
  let response = await send();
  await expect(async () => {
    if (response.status() === 503) response = await send();
    expect(response.status()).not.toBe(503);
  }).toPass();
  return response;
}
