import { expect, test } from "vitest";
import { admin, createTestApp, onEveryDatabase, type TestApp } from "#test/app.ts";
import { parseAdminCommand, runAdminCommand } from "./administrators.ts";
import { UsageError } from "./console.ts";

const run = async (deps: TestApp["deps"], line: string) => runAdminCommand(deps, parseAdminCommand(line.split(" ")));

onEveryDatabase("the admin command", (database) => {
  test("reset prints a link that sets a new password once, while the site is running", async () => {
    const { call, deps, logged, logIn } = await createTestApp(database);
    const token = await logIn();

    const said = await run(deps, "reset OFFICE@example.com");

    const link = /http:\/\/site\.example\/admin\/reset\/([\w-]{43})\n/.exec(said);
    expect(said).toContain("2026-05-02 12:00 UTC");
    const reset = () => call("POST", "/user/reset", { token: link?.[1], newPassword: "Battery-staple-2" });
    expect([(await reset()).status, (await reset()).status]).toEqual([200, 404]);
    expect((await call("GET", "/user/me", undefined, { token })).status).toBe(401);
    expect((await call("POST", "/user/login", { user: { ...admin, password: "Battery-staple-2" } })).status).toBe(200);
    expect(logged.join()).not.toContain(link?.[1]);
  });

  test("reset --second-factor prints a link that also turns the second factor off", async () => {
    const { call, deps } = await createTestApp(database);
    const said = await run(deps, `reset ${admin.email} --second-factor`);
    const check = await call("POST", "/user/reset/check", { token: /reset\/([\w-]+)/.exec(said)?.[1] });
    expect(check.body.data.dropsSecondFactor).toBe(true);
  });

  test("list shows each administrator, without control characters in the name", async () => {
    const { deps, office } = await createTestApp(database);
    await office("PUT", "/user/me", { fullName: "Grace \u001b[31mHopper\n7" });
    expect(await run(deps, "list")).toMatch(
      /^office@example\.com {2}· {2}Grace {2}\[31mHopper 7 {2}· {2}since 2026-05-01 {2}· {2}second factor off$/,
    );
  });

  test("rejects unknown commands, wrong arguments and unknown e-mail addresses", async () => {
    const { deps } = await createTestApp(database);
    const wrong = ["", "reset", "reset nobody@example.com", "reset a@example.com b@example.com", "list all", "drop"];
    for (const line of wrong) await expect(run(deps, line)).rejects.toThrow(UsageError);
  });
});
