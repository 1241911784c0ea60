import { limits } from "#app/shared/limits.ts";
import { beginningOf } from "#app/shared/text/beginning.ts";
import { isVisible } from "#app/shared/text/visible.ts";

/** Characters that show nothing and change how the text around them reads. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/**
 * The name of an uploaded file as a line of text: without its folders and hidden characters, and cut if it is long. It
 * is only ever shown. @returns nothing if no character of it is visible
 */
export function cleanFileName(typed: string): string | undefined {
  const name = typed.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const line = name.replace(/\s+/g, " ").replace(hidden, "").normalize("NFC").trim();
  return isVisible(line) ? beginningOf(line, limits.name) : undefined;
}
