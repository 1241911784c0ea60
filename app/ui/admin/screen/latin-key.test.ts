import { expect, test } from "vitest";
import { isCommand, latinKey } from "./latin-key.ts";

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

test("a command is Ctrl or Cmd with its letter alone", () => {
  const press = { key: "Ы", code: "KeyS", ctrlKey: true, metaKey: false, altKey: false, shiftKey: false };
  expect(isCommand(press, "s")).toBe(true);
  expect(isCommand({ ...press, ctrlKey: false, metaKey: true }, "s")).toBe(true);
  for (const other of ["altKey", "shiftKey"]) expect(isCommand({ ...press, [other]: true }, "s")).toBe(false);
  expect(isCommand({ ...press, ctrlKey: false }, "s")).toBe(false);
  expect(isCommand({ ...press, key: "x" }, "s")).toBe(false);
});
