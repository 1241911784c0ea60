import { listUnsent, onUnsentChange, watchUnsentMessages } from "#app/browser/unsent-messages.ts";
import { addLink } from "./add-link.ts";

/** What a page does once it is interactive, besides answering to the visitor. */
export function afterHydration(): void {
  // For installing the site. In the document, browsers would request it together with what the first screen shows.
  addLink({ rel: "manifest", href: "/site.webmanifest" });
  onUnsentChange(() => void showUnsent());
  void watchUnsentMessages().then(showUnsent);
  // The connection may be lost while a visitor types, so the bar is loaded before it is needed.
  document.addEventListener("input", () => void loadBar().catch(() => {}), { once: true });
}

const loadBar = () => import("#app/site/layout/unsent-bar.tsx");

async function showUnsent() {
  if ((await listUnsent()).length === 0) return;
  await loadBar().then(
    ({ mountUnsentBar }) => mountUnsentBar(),
    // Offline before it was loaded: it is shown with the next change, when the connection is back.
    () => {},
  );
}
