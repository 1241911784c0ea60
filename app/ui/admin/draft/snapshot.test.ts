import { expect, test } from "vitest";
import { AppError } from "#app/shared/app-error.ts";
import { reopened, type Snapshot, savedValues, saveOver } from "./snapshot.ts";

type Values = { title: string; text: string };
type Entry = Snapshot<Values, number>;

const base: Entry = { values: { title: "Pier", text: "Old." }, version: 1 };
const mine: Values = { title: "Pier", text: "Mine." };

/** A server with optimistic locking. Before each of the first saves, somebody else saves one of `others`. */
function server(...others: Partial<Values>[]) {
  const waiting = [...others];
  let held = base;
  const sent: { values: Values; version: number | undefined }[] = [];
  const merged: Values[] = [];
  return {
    sent,
    merged,
    async save(values: Values, version: number | undefined) {
      sent.push({ values, version });
      const other = waiting.shift();
      if (other) held = { values: { ...held.values, ...other }, version: (held.version ?? 0) + 1 };
      if (version !== held.version) throw new AppError("stale", "Somebody was faster.", { data: held });
      return "saved";
    },
    newer: (theirs: Entry) => theirs,
    onMerged: (_base: Entry, _sent: Values, now: Values) => {
      merged.push(now);
    },
  };
}

test("a save with a stale version is merged with the newer values and sent again", async () => {
  const office = server({ title: "Jetty" }, { title: "Quay" });
  const outcome = await saveOver(office, base, mine);
  expect(outcome).toMatchObject({ isSaved: true, reply: "saved", sent: { title: "Quay", text: "Mine." } });
  expect(office.sent.map(({ version }) => version)).toEqual([1, 2, 3]);
  expect(office.merged).toEqual([
    { title: "Jetty", text: "Mine." },
    { title: "Quay", text: "Mine." },
  ]);
});

test("a field that both users changed stops the save without overwriting the other user's value", async () => {
  const office = server({ text: "Theirs." });
  const theirs = { values: { title: "Pier", text: "Theirs." }, version: 2 };
  expect(await saveOver(office, base, mine)).toEqual({ isSaved: false, theirs, clashes: ["text"] });
  expect(office.sent).toHaveLength(1);
});

test("what a save whose answer was lost has stored is nobody else’s change", async () => {
  const office = server({ text: "Mine." });
  const lost = { ...office, save: () => Promise.reject(new AppError("unavailable", "Away.", { cause: new Error() })) };
  const unanswered: Values[] = [];
  await expect(saveOver({ ...lost, unanswered }, base, mine)).rejects.toMatchObject({ code: "unavailable" });
  const sent = { title: "Pier", text: "Mine, and more." };
  expect(await saveOver({ ...office, unanswered }, base, sent)).toMatchObject({ isSaved: true, sent });
});

test("a save that stays stale fails after five attempts, and any other error fails it at once", async () => {
  const office = server(...["A", "B", "C", "D", "E", "F"].map((title) => ({ title })));
  await expect(saveOver(office, base, mine)).rejects.toMatchObject({ code: "stale" });
  expect(office.sent).toHaveLength(5);
  const away = { ...server(), save: () => Promise.reject(new AppError("unavailable", "Away.")) };
  await expect(saveOver(away, base, mine)).rejects.toMatchObject({ code: "unavailable" });
});

test("a draft is applied to the current entry without fields that no longer exist", () => {
  const draft = {
    values: { text: "Typed.", motto: "No field any more." } as unknown as Values,
    base: base.values,
    version: 1,
    at: 0,
  };
  const entry = { values: { title: "Jetty", text: "Old." }, version: 2 };
  expect(reopened(entry, draft)).toMatchObject({
    base: entry,
    values: { title: "Jetty", text: "Typed." },
    news: ["title"],
  });
  expect(reopened(entry, draft).values).not.toHaveProperty("motto");
});

test("a draft field that someone else has changed since keeps its old base and version, to detect the conflict", () => {
  const draft = { values: { text: "Typed." } as Values, base: base.values, version: 1, at: 0 };
  const entry = { values: { title: "Jetty", text: "Theirs." }, version: 2 };
  expect(reopened(entry, draft)).toMatchObject({
    base: { values: { title: "Jetty", text: "Old." }, version: 1 },
    values: { title: "Jetty", text: "Typed." },
  });
});

test("an entry loaded again during a save shows what others have saved, also in the field that was sent", () => {
  const over = { title: "Pier", text: "Old." };
  const sent = { title: "Pier", text: "Mine." };
  expect(savedValues(over, sent, { title: "Quay", text: "Mine." })).toEqual({ title: "Quay", text: "Mine." });
  expect(savedValues(over, sent, { title: "Quay", text: "Old." })).toEqual({ title: "Quay", text: "Mine." });
  expect(savedValues(over, sent, { title: "Pier", text: "Theirs." })).toEqual({ title: "Pier", text: "Theirs." });
});
