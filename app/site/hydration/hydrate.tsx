import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { listUnsent, onUnsentChange, watchUnsentMessages } from "#app/browser/unsent-messages.ts";
import SiteLayout from "#app/site/layout/site.layout.tsx";
import type { PageData } from "#app/site/render/page-data.ts";
import { addLink } from "./add-link.ts";
import { reactButtons } from "./early-events.ts";
import { loadWithRetry } from "./load-with-retry.ts";

const pages = import.meta.glob<{ default: ComponentType<object> }>("../pages/*.page.tsx");

/** Hydrates the page that the document names. Resolves when the page is interactive, and what was done before is done. */
export async function hydrate() {
  const data = JSON.parse(document.getElementById("page-data")?.textContent ?? "null") as PageData<object> | null;
  const load = data && pages[`../pages/${data.page}.page.tsx`];
  const place = document.getElementById("page");
  if (!load || !place) return;
  const { default: Page } = await loadWithRetry(load);
  const { earlyEvents } = window;
  await new Promise<void>((resolve) => {
    const site = (
      <Hydrated onHydrated={resolve}>
        <SiteLayout frame={data.frame}>
          <Page {...data.props} />
        </SiteLayout>
      </Hydrated>
    );
    // In a transition hydration is split into slices, between which the browser can respond to input.
    startTransition(() => void hydrateRoot(place, site));
    // From here on React itself replays what comes before it is ready.
    window.earlyEvents = undefined;
  });
  document.documentElement.dataset.hydrated = "";
  for (const event of earlyEvents ?? []) if (wasLost(event)) event.target?.dispatchEvent(event);
  for (const button of document.querySelectorAll(reactButtons)) button.removeAttribute("aria-busy");
  // For installing the site. In the document, browsers would request it together with what the first screen shows.
  addLink({ rel: "manifest", href: "/site.webmanifest" });
  onUnsentChange(() => void showUnsent());
  void watchUnsentMessages().then(showUnsent);
  // The connection may be lost while a visitor types, so the bar is loaded before it is needed.
  document.addEventListener("input", () => void loadBar().catch(() => {}), { once: true });
}

/** The page's other scripts have answered to everything else. */
const wasLost = ({ type, target }: Event) =>
  type === "click" && target instanceof Element && target.closest(reactButtons) !== null;

const loadBar = () => import("#app/site/layout/unsent-bar.tsx");

/** Shows the bar if there are unsent messages. */
async function showUnsent() {
  if ((await listUnsent()).length === 0) return;
  await loadBar().then(
    ({ mountUnsentBar }) => mountUnsentBar(),
    // Offline before it was loaded: it is shown with the next change, when the connection is back.
    () => {},
  );
}

/** Reports that the page is interactive: after the effects of all components and the transitions that they started. */
function Hydrated({ onHydrated, children }: { onHydrated(): void; children: ReactNode }) {
  const [isUp, setUp] = useState(false);
  useEffect(() => {
    if (isUp) onHydrated();
    else startTransition(() => setUp(true));
  }, [isUp, onHydrated]);
  return children;
}
