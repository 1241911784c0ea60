import { describe, expect, test } from "vitest";
import { productVersion } from "#app/platform/product-root.server.ts";
import { addUser, admin, createTestApp, onEveryDatabase, signIn, type TestApp } from "#test/app.ts";

const minute = 60_000;
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605 Version/18.5 Mobile/15E148 Safari/604";

onEveryDatabase("the profile", (database) => {
  test("is updated only in the fields of the request", async () => {
    const { office } = await createTestApp(database);

    const renamed = await office("PUT", "/user/me", { fullName: "Rear Admiral Grace Hopper" });
    const pictured = await office("PUT", "/user/me", { profileImage: "/uploads/grace.webp" });

    expect([renamed.status, pictured.status]).toEqual([200, 200]);
    const now = {
      id: expect.any(Number),
      fullName: "Rear Admiral Grace Hopper",
      email: admin.email,
      profileImage: "/uploads/grace.webp",
    };
    expect((await office("GET", "/user/me")).body.data).toEqual({
      ...now,
      version: productVersion(),
    });
    expect((await office("PUT", "/user/me", {})).body.data).toEqual(now);
  });

  test("requires the current password for a new e-mail address, which is then used to log in", async () => {
    const { call, office } = await createTestApp(database);
    const email = "grace@example.com";

    const without = await office("PUT", "/user/me", { fullName: "Grace", email });
    const wrong = await office("PUT", "/user/me", { email, currentPassword: "Wrong-horse-1" });
    const right = await office("PUT", "/user/me", { email: ` ${email} `, currentPassword: admin.password });

    for (const [refused, message] of [
      [without, "Current password is required."],
      [wrong, "The current password is wrong."],
    ] as const)
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: "currentPassword", message }] } });
    expect(right.body.data).toMatchObject({ fullName: "Grace Hopper", email });
    const logInAs = async (address: string) =>
      (await call("POST", "/user/login", { user: { email: address, password: admin.password } })).status;
    expect([await logInAs("GRACE@example.com"), await logInAs(admin.email)]).toEqual([200, 401]);
  });
});

describe("the profile", () => {
  test("requires no password when the e-mail address is sent unchanged", async () => {
    const { office } = await createTestApp("sqlite");
    const change = { fullName: "Grace", email: admin.email, profileImage: "" };
    expect((await office("PUT", "/user/me", change)).status).toBe(200);
  });

  test("rejects an invalid name, e-mail address or picture with 422 naming the field", async () => {
    const { office } = await createTestApp("sqlite");
    const refused = [
      ["fullName", " "],
      ["fullName", "x".repeat(201)],
      ["fullName", "Grace\0"],
      ["email", "grace"],
      ["profileImage", "javascript:alert(1)"],
    ] as const;
    for (const [field, value] of refused) {
      const { status, body } = await office("PUT", "/user/me", { [field]: value });
      expect({ value, status, field: body.errors[0].field }).toEqual({ value, status: 422, field });
    }
  });
});

onEveryDatabase("the sessions", (database) => {
  async function twoDevices() {
    const app = await createTestApp(database);
    const enter = async (userAgent: string) => {
      const { body } = await app.call("POST", "/user/login", { user: admin }, { headers: { "User-Agent": userAgent } });
      return body.data.token as string;
    };
    const phone = await enter(safari);
    app.clock.pass(5 * minute);
    const desk = await enter(firefox);
    const sessions = async () => (await app.call("GET", "/user/sessions", undefined, { token: desk })).body.data;
    const works = async (token: string) => (await app.call("GET", "/user/me", undefined, { token })).status === 200;
    return { ...app, phone, desk, sessions, works };
  }

  test("are listed with device and times, and the current one is marked", async () => {
    const { sessions } = await twoDevices();
    expect(await sessions()).toMatchObject([
      { device: "Firefox on Linux", isCurrent: true, createdAt: "2026-05-01T12:05:00.000Z" },
      { device: "Safari on iPhone", isCurrent: false, createdAt: "2026-05-01T12:00:00.000Z" },
    ]);
  });

  test("can be ended individually with immediate effect, and ending one again still returns 200", async () => {
    const { call, desk, phone, sessions, works } = await twoDevices();
    const other = (await sessions())[1].id;

    const first = await call("DELETE", `/user/session/${other}`, undefined, { token: desk });
    const again = await call("DELETE", `/user/session/${other}`, undefined, { token: desk });

    expect([first.status, again.status]).toEqual([200, 200]);
    expect([await works(phone), await works(desk)]).toEqual([false, true]);
    expect(await sessions()).toHaveLength(1);
  });

  test("of another administrator cannot be seen or ended", async () => {
    const { call, deps, desk, phone, sessions, works } = await twoDevices();
    await addUser(deps, { email: "ada@example.com", fullName: "Ada", password: "Analytical-1843" });
    const ada = await signIn({ deps }, "ada@example.com");

    for (const { id } of await sessions()) await call("DELETE", `/user/session/${id}`, undefined, { token: ada });

    expect([await works(desk), await works(phone)]).toEqual([true, true]);
    expect((await call("GET", "/user/sessions", undefined, { token: ada })).body.data).toHaveLength(1);
  });

  test("with an invalid id get 404 when ended", async () => {
    const { office } = await createTestApp(database);
    for (const id of ["abc", "0", "-1", "1e3", "9".repeat(400)])
      expect([id, (await office("DELETE", `/user/session/${id}`)).status]).toEqual([id, 404]);
  });

  test("that have expired are not listed", async () => {
    const { clock, call, logIn, sessions } = await twoDevices();
    expect(await sessions()).toHaveLength(2);
    clock.pass(13 * 60 * minute);
    const token = await logIn();
    expect((await call("GET", "/user/sessions", undefined, { token })).body.data).toHaveLength(1);
  });
});

const statusOfLogin = async (call: TestApp["call"], password: string) =>
  (await call("POST", "/user/login", { user: { email: admin.email, password } })).status;

onEveryDatabase("a new password", (database) => {
  test("requires the current one, ends all other sessions, and is not logged", async () => {
    const { call, logIn, logged } = await createTestApp(database);
    const [stolen, token] = [await logIn(), await logIn()];
    const newPassword = "Battery-staple-2";
    const works = async (bearer: string) => (await call("GET", "/user/me", undefined, { token: bearer })).status;

    const wrong = await call("PUT", "/user/password", { currentPassword: "Wrong-horse-1", newPassword }, { token });
    const stolenWorks = await works(stolen);
    const right = await call("PUT", "/user/password", { currentPassword: admin.password, newPassword }, { token });

    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: "currentPassword" }] } });
    expect([stolenWorks, await works(stolen), await works(token)]).toEqual([200, 401, 200]);
    expect(right).toMatchObject({ status: 200, body: { data: { email: admin.email } } });
    expect([await statusOfLogin(call, admin.password), await statusOfLogin(call, newPassword)]).toEqual([401, 200]);
    // Its answer may have been lost.
    const again = await call("PUT", "/user/password", { currentPassword: admin.password, newPassword }, { token });
    expect([again.status, await statusOfLogin(call, newPassword)]).toEqual([200, 200]);
    expect(logged.join()).not.toMatch(/Battery|Wrong-horse/);
    expect(logged.join()).toContain("password changed");
  });
});

describe("a new password", () => {
  const weak = "Password should be 8 characters and include at least 1 letter, 1 number and 1 special character!";
  const common = "This password is too common. Choose another.";

  test("is rejected if it is too weak, too common, too long or cannot be stored", async () => {
    const { office } = await createTestApp("sqlite");
    const refused = [
      ["", weak],
      [null, "New password has to be text."],
      [12345678, "New password has to be text."],
      ["Short-1", weak],
      ["abcdefgh", weak],
      ["no-number-here", weak],
      ["12345678-", weak],
      ["NoSpecial1", weak],
      ["P@ssw0rd", common],
      ["qWERTY123!", common],
      ["Pass\0word-1", "New password contains a character that cannot be stored."],
      [`${"x".repeat(999)}-1`, "New password may have at most 1,000 characters."],
    ] as const;
    for (const [newPassword, message] of refused)
      expect(await office("PUT", "/user/password", { currentPassword: admin.password, newPassword })).toMatchObject({
        status: 422,
        body: { message, errors: [{ field: "newPassword", message }] },
      });
  });

  test("may have up to 1,000 characters of any script, and outer spaces count", async () => {
    const { call, office } = await createTestApp("sqlite");
    let currentPassword = admin.password;
    for (const newPassword of [`${"пä🚀 ".repeat(199)}1!`, `${"x".repeat(998)}-1`, "  spaces count - 1  "]) {
      expect((await office("PUT", "/user/password", { currentPassword, newPassword })).status).toBe(200);
      expect(await statusOfLogin(call, newPassword)).toBe(200);
      expect(await statusOfLogin(call, newPassword.slice(0, -1))).toBe(401);
      currentPassword = newPassword;
    }
  });

  test("can be tried with ten wrong current passwords, then gets 429", async () => {
    const { office } = await createTestApp("sqlite", { config: { rateLimit: true } });
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++) {
      const body = { currentPassword: `Guess-number-${guess}`, newPassword: "Battery-staple-2" };
      statuses.push((await office("PUT", "/user/password", body)).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(422));
    expect(statuses.slice(10)).toEqual([429, 429]);
  });
});
