import { useSyncExternalStore } from "react";
import { choices, keepChoice } from "#app/browser/device-choice.ts";
import { Switch } from "../control/switch.tsx";
import { commandKey } from "./latin-key.ts";

let areOn: boolean | undefined;
const listeners = new Set<() => void>();

/** Whether single keys run commands: unless this browser's user has switched them off. */
export const areKeysOn = (): boolean => (areOn ??= !/(?:^|; )keys=off/.test(choices()));

/** Switches single keys off and on (WCAG 2.1.4). */
export function KeySwitch() {
  const isOn = useSyncExternalStore(subscribe, areKeysOn, () => true);
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
  areOn = on;
  keepChoice("keys", on ? "" : "off");
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
