// The build's imports request a style sheet once, also if that fails: a screen that is opened again after its file could
// not be loaded would be shown without its styles.

const failed = new Set<string>();

// Tests read the list of screens without a browser.
globalThis.addEventListener?.(
  "error",
  ({ target }) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return;
    failed.add(target.href);
    target.remove();
  },
  true,
);

/** Requests again what could not be loaded. @throws if it still cannot */
export const loadFailedStyles = (): Promise<unknown> => Promise.all([...failed].map(load));

function load(href: string): Promise<void> {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  const loaded = new Promise<void>((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => reject(new Error(`Unable to load ${href}`)));
  });
  document.head.append(link);
  return loaded.then(() => void failed.delete(href));
}
