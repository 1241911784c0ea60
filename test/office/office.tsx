import { onlineManager } from "@tanstack/react-query";
import axe from "axe-core";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { commands, type Locator, page } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { queryClient } from "#app/admin/query-client.ts";
import { routesFor } from "#app/admin/routes.tsx";
import { dropDraft } from "#app/browser/admin-draft.ts";
import { exchange } from "#app/browser/send.ts";
import { randomKey } from "#app/shared/random-key.ts";
import "#app/ui/tokens.css";
import "#app/ui/base.css";
import "#app/admin/admin.css";
import "#app/admin/primitives.css";
import "./failing-calls.ts";
import type { OpenedSite } from "./site-commands.ts";

let expectedErrors: RegExp[] = [];

/** Declares console errors that the test provokes; any other fails it. */
export function expectErrors(...patterns: RegExp[]): void {
  expectedErrors.push(...patterns);
}

/** Call at the top of a file: its tests use the screens of the back office on a site of their own. */
export function setUpOffice(options: { mail?: "accept" | "refuse"; siteErrors?: RegExp } = {}): void {
  let login: OpenedSite;
  beforeAll(async () => {
    await forgetDrafts();
    localStorage.clear();
    login = await commands.openSite(location.origin, options.mail);
    document.documentElement.dataset.api = `${login.url}/api`;
    document.documentElement.dataset.upload = login.url;
  });
  beforeEach(async () => {
    expectedErrors = [];
    // All forms of a file have one path here, and with it one draft: a form would open with what the last test left.
    await cleanup();
    dropDraft(location.pathname);
    // As on a back office that is served over plain HTTP.
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    // Expected lines are not printed; others are in the failure.
    vi.spyOn(console, "error").mockImplementation(() => {});
    signIn(login);
  });
  afterEach(() => {
    const said = vi.mocked(console.error).mock.calls.map((words) => words.map(String).join(" "));
    expect(said.filter((line) => !expectedErrors.some((pattern) => pattern.test(line)))).toEqual([]);
  });
  afterAll(async () => {
    const errors = await commands.closeSite();
    expect(errors.filter((line) => !options.siteErrors?.test(line))).toEqual([]);
  });
}

/** Files that share a browser share what it keeps: a form would open with what another file's test has left in one. */
const forgetDrafts = () =>
  new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase("office-drafts");
    request.onsuccess = () => resolve();
    request.onerror = () => resolve();
  });

/** The back office reads who is logged in from local storage. */
export function signIn({ user, token }: Pick<OpenedSite, "user" | "token">): void {
  localStorage.setItem("userData", JSON.stringify(user));
  localStorage.setItem("token", token);
}

/** Logs in as this administrator. */
export const signInAs = async ({ email, password }: Administrator): Promise<void> =>
  signIn(await api.post("/user/login", { user: { email, password } }));

/** Opens the back office again at this address, as a reload would, without what was loaded before. */
export async function openOffice(address: string): Promise<void> {
  await cleanup();
  queryClient.clear();
  onlineManager.setOnline(true);
  const router = createMemoryRouter(routesFor(true), { basename: "/admin", initialEntries: [address] });
  await render(<RouterProvider router={router} />);
}

// biome-ignore lint/suspicious/noExplicitAny: what the test made, as the API returns it
const call = async (method: string, path: string, data?: object): Promise<any> => {
  const headers = { "Content-Type": "application/json" };
  const reply = await exchange(path, { method, headers, body: data && JSON.stringify(data) });
  return (reply as { data: unknown }).data;
};

/** The API, with the session that is logged in. */
export const api = {
  get: (path: string) => call("GET", path),
  post: (path: string, data: object) => call("POST", path, data),
  put: (path: string, data: object) => call("PUT", path, data),
  remove: (path: string) => call("DELETE", path),
};

export interface Administrator {
  fullName: string;
  email: string;
  password: string;
}

/** Creates another administrator, so that a test can change a password or second factor without affecting others. */
export async function addAdministrator(fullName: string): Promise<Administrator> {
  const email = `${fullName.toLowerCase().replaceAll(/\W+/g, ".")}.${randomKey()}@example.com`;
  const password = "Analytical-1843";
  const { path } = await api.post("/user/invite", { email, fullName });
  await api.post("/user/invite/accept", { token: path.split("/").at(-1), password });
  return { fullName, email, password };
}

/** Makes so many, five at a time. @returns them in their order */
export async function makeMany<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count) {
    const length = Math.min(5, count - made.length);
    made.push(...(await Promise.all(Array.from({ length }, (_, at) => make(made.length + at)))));
  }
  return made;
}

/** Creates a message and a subscription, as from a visitor. */
export async function fillInboxes(email = "ada@example.com"): Promise<void> {
  await api.post("/quote/new", { fullName: "Ada Lovelace", email, message: "An engine" });
  await api.post("/subscription/subscribe", { email });
}

/** As when the window is looked at again, until this is shown: while a request has no answer, no other is sent. */
export async function lookAgainUntil(shown: Locator): Promise<void> {
  const look = () => {
    if (shown.elements().length === 0) dispatchEvent(new Event("focus"));
    return shown.elements().length;
  };
  await expect.poll(look, { interval: 300 }).toBeGreaterThan(0);
}

export const main = () => page.getByRole("main");

/** Checks what is shown with axe: in the theme of the test, at the size of the window. */
export async function expectNoAxeViolations(): Promise<void> {
  // The frame around the test is not ours.
  const { violations } = await axe.run(document, { iframes: false, resultTypes: ["violations"], selectors: false });
  expect(
    violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`),
  ).toEqual([]);
}

/** Alerts with text: some controls keep an empty region for field errors. */
export const alerts = () => page.getByRole("alert").filter({ hasText: /\S/ });
