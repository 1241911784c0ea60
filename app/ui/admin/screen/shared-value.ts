import { useSyncExternalStore } from "react";

/** A value outside of all components; those that show it follow its changes. */
export function sharedValue<T>(first: T) {
  let value = first;
  const listeners = new Set<() => void>();
  const read = (): T => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    read,
    useValue: (): T => useSyncExternalStore(subscribe, read),
    write(next: T): void {
      value = next;
      for (const listener of listeners) listener();
    },
  };
}
