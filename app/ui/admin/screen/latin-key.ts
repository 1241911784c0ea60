interface Press {
  key: string;
  code: string;
}

const signs: Record<string, string> = { "؟": "?", "№": "#" };

/**
 * What a key press means to a shortcut: `KeyboardEvent.key`, but on a keyboard for another script than Latin the letter
 * at the same place (`code`).
 */
export function latinKey({ key, code }: Press): string {
  const isForeign = /^[\p{L}\p{M}]/u.test(key) && !/^\p{Script=Latin}/u.test(key);
  return signs[key] ?? ((isForeign && /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()) || key);
}

/** Whether Ctrl (Cmd on a Mac) is pressed with this letter, and nothing else. */
export const isCommand = (
  event: Press & { ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean },
  letter: string,
): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && latinKey(event).toLowerCase() === letter;
