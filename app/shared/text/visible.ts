/**
 * Blank besides white space and what Unicode calls ignorable (a zero-width space, a soft hyphen, a Hangul filler):
 * control characters, the empty Braille pattern, the marks of interlinear notes and the musical null notehead.
 */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]/u;

/** Whether a text has a visible character: what "required" and "not empty" mean, in the browser and on the server. */
export const isVisible = (text: string): boolean => visible.test(text);
