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

/** There Ctrl with a letter edits the text, as Ctrl+K does that deletes the rest of a line. */
const isMac = (): boolean => /^(Mac|iP)/.test(navigator.platform);

/** The key that makes a command of a letter, as it is written on the keyboard. */
export const commandKey = (): string => (isMac() ? "Cmd" : "Ctrl");

/** Whether Ctrl (Cmd on a Mac) is pressed with this letter, and nothing else. */
export const isCommand = (
  event: Press & { ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean },
  letter: string,
): boolean =>
  (isMac() ? event.metaKey && !event.ctrlKey : event.ctrlKey) &&
  !event.altKey &&
  !event.shiftKey &&
  latinKey(event).toLowerCase() === letter;
