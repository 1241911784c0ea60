import { Button } from "#app/ui/button.tsx";
import { KeySwitch } from "../screen/key-switch.tsx";
import { commandKey } from "../screen/latin-key.ts";
import { sharedValue } from "../screen/shared-value.ts";
import { Dialog, DialogActions } from "./dialog.tsx";
import styles from "./shortcut-sheet.module.css";

const isShown = sharedValue(false);

/** Opens the list of keyboard shortcuts, like the "?" key. */
export const showShortcuts = (): void => isShown.write(true);

const command = commandKey();
const groups = [
  {
    where: "Everywhere",
    keys: [
      [`${command} K`, "Search and run commands"],
      [`${command} S`, "Save the form"],
    ],
  },
  {
    where: "In long texts",
    keys: [
      [`${command} B`, "Bold"],
      [`${command} K`, "Link"],
      ["Enter", "Continue a list; in an empty line, end it"],
    ],
  },
  {
    where: "In the inbox",
    keys: [
      ["j", "Next message"],
      ["k", "Previous message"],
      ["r", "Reply"],
      ["e", "Mark as replied"],
      ["x", "Select or deselect the open message"],
      ["#", "Delete the selection, or the open message"],
      ["?", "Show these keys"],
    ],
  },
  {
    where: "In other lists",
    keys: [
      ["j", "Next entry"],
      ["k", "Previous entry"],
      ["x", "Select or deselect; Shift+click selects a range"],
      ["?", "Show these keys"],
    ],
  },
] as const;

/** The dialog listing the back office's keyboard shortcuts. Mounted once, in the layout. */
export function ShortcutSheet() {
  const isOpen = isShown.useValue();
  return (
    <Dialog isOpen={isOpen} title="Keys" onClose={() => isShown.write(false)}>
      {groups.map(({ where, keys }) => (
        <section key={where} className={styles.group}>
          <h3 className={styles.where}>{where}</h3>
          <dl className={styles.keys}>
            {keys.map(([key, does]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <div className={styles.group}>
        <KeySwitch />
      </div>
      <DialogActions>
        <Button kind="line" label="Close" onClick={() => isShown.write(false)} />
      </DialogActions>
    </Dialog>
  );
}
