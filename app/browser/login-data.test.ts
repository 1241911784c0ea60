import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endOwnSession } from "#app/features/user/user.queries.ts";
import { keepEndedSession, keepLogin, storedUser, takeReturnAddress } from "./login-data.ts";

function memory() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: unknown) => void items.set(key, String(value)),
    removeItem: (key: string) => void items.delete(key),
  };
}

beforeEach(() => {
  vi.stubGlobal("localStorage", memory());
  vi.stubGlobal("sessionStorage", memory());
  vi.stubGlobal("document", { cookie: "", referrer: "", documentElement: { dataset: {} } });
  vi.stubGlobal("location", new URL("https://example.com/admin/login"));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a login whose answer has neither a token nor an e-mail address is kept, and leads to the start page", () => {
  const user = { fullName: "Grace", profileImage: "" } as Parameters<typeof keepLogin>[0];

  keepLogin(user, undefined);

  expect(storedUser()).toEqual(user);
  expect(localStorage.getItem("token")).toBeNull();
  expect(takeReturnAddress(user.email)).toBe("/admin");
});

test("somebody else's login ends the former one first, which the other tabs follow", () => {
  const user = { fullName: "Grace", email: "grace@example.com", profileImage: "" };
  keepLogin(user, "one");
  const remove = vi.spyOn(localStorage, "removeItem");
  keepLogin(user, "two");
  expect(remove).not.toHaveBeenCalled();
  keepLogin({ ...user, email: "ada@example.com" }, "three");
  expect(remove).toHaveBeenCalledWith("token");
  expect([localStorage.getItem("token"), storedUser()?.email]).toEqual(["three", "ada@example.com"]);
});

test("the same user returns to the screen that was interrupted, once; another one to the start page", () => {
  const ended = { address: "/admin/job/create", email: "grace@example.com", hasDrafts: true };
  keepEndedSession(ended);
  expect(takeReturnAddress("ada@example.com")).toBe("/admin");
  keepEndedSession(ended);
  expect(takeReturnAddress("grace@example.com")).toBe("/admin/job/create");
  expect(takeReturnAddress("grace@example.com")).toBe("/admin");
});

test.each([
  ["https://example.com/admin/quote/7k2m?show=unread", "/admin/quote/7k2m?show=unread"],
  ["https://example.com/admin/quote?show=spam", "/admin/quote?show=spam"],
  ["https://example.com/admin/job/update/engineer", "/admin/job/update/engineer"],
  ["https://example.com/admin/job", "/admin"],
  ["https://example.com/admin/login", "/admin"],
  ["https://example.com/admin/login?again=1", "/admin"],
  ["https://example.com/Admin/reset/token", "/admin"],
  ["https://example.com/admin/invite/token", "/admin"],
  ["https://example.com/about", "/admin"],
  ["https://elsewhere.example/admin/quote", "/admin"],
  ["android-app://com.example.mail/admin/quote", "/admin"],
])("a login to which %s has led goes on at %s", (referrer, address) => {
  vi.stubGlobal("document", { referrer });
  expect(takeReturnAddress("ada@example.com")).toBe(address);
});

test("a logout waits two seconds for a server that does not answer, and its call goes on", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const send = vi.fn((_address: string, _init: RequestInit) => new Promise<Response>(() => {}));
  vi.stubGlobal("fetch", send);
  let isOver = false;
  void endOwnSession().then(() => {
    isOver = true;
  });

  await vi.advanceTimersByTimeAsync(1_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver).toBe(true);
  expect(send.mock.calls[0]?.[1]).toMatchObject({ method: "POST", keepalive: true });
});
