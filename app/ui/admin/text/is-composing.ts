/**
 * Whether a key belongs to an input method that is composing a word. Safari says so of the Enter that confirms it only by
 * its `keyCode`: https://bugs.webkit.org/show_bug.cgi?id=165004
 */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;
