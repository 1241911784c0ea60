import { expect, onTestFinished, test, vi } from "vitest";
import { freshLocation } from "#test/data-location.ts";
import { openDatabase } from "../open.server.ts";
import { postgresClock } from "./clock.server.ts";

test("PostgreSQL's clock does not jump when this machine's is set, before that is looked at or after", async () => {
  const { db, close } = await openDatabase(await freshLocation("postgres"));
  onTestFinished(close);
  const said: number[] = [];
  const clock = postgresClock(db, (aheadMs) => said.push(Math.round(aheadMs / 60_000)));
  const { now } = Date;
  const isRight = () => Math.abs(clock.now().getTime() - now()) < 60_000;
  await clock.follow();

  vi.spyOn(Date, "now").mockImplementation(() => now() + 24 * 60 * 60_000);
  expect(isRight()).toBe(true);
  await clock.follow();
  expect(isRight()).toBe(true);
  vi.restoreAllMocks();
  expect(isRight()).toBe(true);
  await clock.follow();
  expect([isRight(), said]).toEqual([true, [-24 * 60, 0]]);
});
