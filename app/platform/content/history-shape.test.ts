import { expect, test } from "vitest";
import { inCurrentShape } from "./history-shape.ts";

test("a history state of an older shape is upgraded step by step to the current shape", () => {
  const later = { pay: "", hours: "", hiring: [] };
  expect(inCurrentShape("job", { shape: 1, data: { title: "Editor" } })).toEqual({
    data: { title: "Editor", closesOn: "", closesItself: true, ...later },
    isCurrent: true,
  });
  const data = { title: "Editor", closesOn: "2026-12-01", closesItself: false };
  expect(inCurrentShape("job", { shape: 3, data }).data).toEqual({ ...data, ...later });
});

test("a history state of the current shape is returned unchanged", () => {
  const data = { title: "Editor", pay: "£30,000" };
  expect(inCurrentShape("job", { shape: 4, data })).toEqual({ data, isCurrent: true });
  expect(inCurrentShape("site", { shape: 1, data: { value: "Tea" } }).isCurrent).toBe(true);
});

test("a history state of a newer release is returned as stored and marked as not current", () => {
  const data = { place: "Lahore" };
  expect(inCurrentShape("job", { shape: 5, data })).toEqual({ data, isCurrent: false });
});
