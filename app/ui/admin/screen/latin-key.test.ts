import { expect, test, vi } from "vitest";
import { commandKey, isCommand, latinKey } from "./latin-key.ts";

test("a key means its own letter on Latin layouts, and the letter at its place on all others", () => {
  const presses = [
    // Dvorak, AZERTY and German keys go by what they write.
    ["s", "KeyO", "s"],
    ["q", "KeyA", "q"],
    ["z", "KeyY", "z"],
    ["ğ", "KeyE", "ğ"],
    // Russian, Ukrainian, Arabic (one key writes two letters), Persian, Greek, Hebrew, Hindi, Urdu, Georgian.
    ["ы", "KeyS", "s"],
    ["і", "KeyS", "s"],
    ["لا", "KeyB", "b"],
    ["ن", "KeyK", "k"],
    ["Σ", "KeyS", "s"],
    ["ד", "KeyS", "s"],
    ["क", "KeyK", "k"],
    // Vowel signs of Hindi and Thai are marks.
    ["े", "KeyS", "s"],
    ["ิ", "KeyB", "b"],
    ["ქ", "KeyK", "k"],
    ["؟", "Slash", "?"],
    ["№", "Digit3", "#"],
    ["?", "Slash", "?"],
    ["Enter", "Enter", "Enter"],
    ["э", "Quote", "э"],
  ] as const;
  for (const [key, code, letter] of presses) expect([key, latinKey({ key, code })]).toEqual([key, letter]);
});

test.each([
  ["Win32", "Ctrl", "ctrlKey", "metaKey"],
  ["MacIntel", "Cmd", "metaKey", "ctrlKey"],
  ["iPad", "Cmd", "metaKey", "ctrlKey"],
] as const)("on %s a command is %s with its letter alone", (platform, name, key, otherKey) => {
  vi.stubGlobal("navigator", { platform });
  const press = { key: "Ы", code: "KeyS", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const command = { ...press, [key]: true };
  expect(commandKey()).toBe(name);
  expect(isCommand(command, "s")).toBe(true);
  expect(isCommand({ ...press, [otherKey]: true }, "s")).toBe(false);
  for (const other of ["altKey", "shiftKey"]) expect(isCommand({ ...command, [other]: true }, "s")).toBe(false);
  expect(isCommand(press, "s")).toBe(false);
  expect(isCommand({ ...command, key: "x" }, "s")).toBe(false);
});
