import { choices, keepChoice } from "#app/browser/device-choice.ts";
import { Switch } from "../control/switch.tsx";
import { commandKey } from "./latin-key.ts";
import { sharedValue } from "./shared-value.ts";

const areOn = sharedValue(!/(?:^|; )keys=off/.test(choices()));

/** Whether single keys run commands: unless this browser's user has switched them off. */
export const areKeysOn = areOn.read;

/** Switches single keys off and on (WCAG 2.1.4). */
export function KeySwitch() {
  const isOn = areOn.useValue();
  return (
    <Switch
      label="Single keys"
      name="singleKeys"
      isOn={isOn}
      onChange={turn}
      hint={
        isOn
          ? "They act while a list or a message has the focus, on this device."
          : `Off on this device. Keys with ${commandKey()} go on working.`
      }
    />
  );
}

function turn(on: boolean): void {
  keepChoice("keys", on ? "" : "off");
  areOn.write(on);
}
