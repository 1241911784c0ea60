import { type FormEvent, useState } from "react";
import { asciiDigits } from "#app/shared/text/digits.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";

interface MoveDialogProps {
  /** Null while the dialog is closed. */
  entry: { name: string; place: number; count: number; move: (to: number) => void } | null;
  onClose: () => void;
}

/** Asks for a position by number, so that a move in a long list does not take hundreds of steps. */
export function MoveDialog({ entry, onClose }: MoveDialogProps) {
  const [typed, setTyped] = useState("");
  const digits = asciiDigits(typed).trim();
  const number = Number(digits);
  const isPlace = entry !== null && /^\d+$/.test(digits) && number >= 1 && number <= entry.count;
  const close = () => {
    setTyped("");
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPlace) return;
    close();
    entry.move(number - 1);
  };
  return (
    <Dialog isOpen={entry !== null} title="Move to position" onClose={close}>
      <form onSubmit={submit} noValidate>
        <TextField
          label="Place"
          name="place"
          inputMode="numeric"
          autoComplete="off"
          hint={entry && `“${entry.name}” is number ${entry.place + 1} of ${entry.count}.`}
          error={typed !== "" && !isPlace && entry ? `A number from 1 to ${entry.count}.` : null}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <DialogActions>
          <Button kind="line" label="Cancel" onClick={close} />
          <Button type="submit" kind="ink" label="Move" disabled={!isPlace} />
        </DialogActions>
      </form>
    </Dialog>
  );
}
