import type { ClipboardEvent, ComponentProps, KeyboardEvent } from "react";
import { TextArea } from "#app/ui/text-field.tsx";
import { commandKey, isCommand } from "../screen/latin-key.ts";
import { isComposing } from "./is-composing.ts";
import { marksIn } from "./pasted-marks.ts";
import { continueList, insertLink, type Selected, type TextEdit, toggleBold } from "./text-marks.ts";

/** A text area for a long text with light formatting: what is typed and stored is plain text. */
export function FormattedTextArea({ hint, ...area }: ComponentProps<typeof TextArea>) {
  return (
    <TextArea
      {...area}
      hint={
        <>
          {hint && <>{hint} </>}
          **bold** ({commandKey()}+B), [link](https://…) ({commandKey()}+K), and lists of lines that begin with “- ”.
        </>
      }
      onKeyDown={handleKey}
      onPaste={handlePaste}
    />
  );
}

function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
  const edit = isComposing(event.nativeEvent) ? undefined : editOf(event);
  const done = edit?.(selectionOf(event.currentTarget));
  if (!done) return;
  event.preventDefault();
  // With K it is also the search of the back office.
  event.stopPropagation();
  apply(event.currentTarget, done);
}

/** Typed, so that the browser's own undo takes it back; without formatting the browser pastes it itself. */
function handlePaste(event: ClipboardEvent<HTMLTextAreaElement>) {
  const text = marksIn(event.clipboardData.getData("text/html"));
  if (text === undefined) return;
  event.preventDefault();
  document.execCommand("insertText", false, text);
}

function editOf(event: KeyboardEvent): ((at: Selected) => TextEdit | undefined) | undefined {
  if (isCommand(event, "b")) return toggleBold;
  if (isCommand(event, "k")) return insertLink;
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  return key === "Enter" && !(ctrlKey || metaKey || altKey || shiftKey) ? continueList : undefined;
}

const selectionOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Types the change, so that the browser's own undo knows it and React hears of it. */
function apply(area: HTMLTextAreaElement, { from, to, insert, start, end }: TextEdit) {
  area.setSelectionRange(from, to);
  const command = insert === "" ? "delete" : "insertText";
  if (from !== to || insert !== "") document.execCommand(command, false, insert);
  area.setSelectionRange(start, end);
}
