import { useSyncExternalStore } from "react";
import { Switch } from "../control/switch.tsx";

const yearSeconds = 365 * 86_400;
let areOn: boolean | undefined;
const listeners = new Set<() => void>();

/** Whether single keys run commands: unless this browser's user has switched them off. */
export const areKeysOn = (): boolean => (areOn ??= !/(?:^|; )keys=off/.test(document.cookie));

/** Switches single keys off and on (WCAG 2.1.4). Like the theme, the choice is a cookie, which logging out leaves. */
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
          : "Off on this device. Keys with Ctrl go on working."
      }
    />
  );
}

function turn(on: boolean): void {
  areOn = on;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not widely supported yet
  document.cookie = `keys=off; path=/; max-age=${on ? 0 : yearSeconds}; samesite=lax`;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
