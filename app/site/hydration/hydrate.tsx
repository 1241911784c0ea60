import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { onUnsentChange, stuck, watchUnsentMessages } from "#app/browser/unsent-messages.ts";
import SiteLayout from "#app/site/layout/site.layout.tsx";
import type { PageData } from "#app/site/render/page-data.ts";
import { importWithRetry } from "./import-with-retry.ts";

const pages = import.meta.glob<{ default: ComponentType<object> }>("../pages/*.page.tsx");

/**
 * Draws the page that the document names over the server's HTML. Resolves when it answers; from `onTakeOver` on nothing that is
 * pressed is lost, since React keeps it until then.
 */
export async function hydrate(onTakeOver: () => void) {
  const data = JSON.parse(document.getElementById("page-data")?.textContent ?? "null") as PageData<object> | null;
  const load = data && pages[`../pages/${data.page}.page.tsx`];
  const place = document.getElementById("page");
  if (!load || !place) return;
  const { default: Page } = await importWithRetry(load);
  await new Promise<void>((resolve) => {
    const site = (
      <Hydrated onHydrated={resolve}>
        <SiteLayout frame={data.frame}>
          <Page {...data.props} />
        </SiteLayout>
      </Hydrated>
    );
    // As a transition the work is done in slices, between which the browser answers.
    startTransition(() => void hydrateRoot(place, site));
    onTakeOver();
  });
  document.documentElement.dataset.hydrated = "";
  onUnsentChange(() => void showWaiting());
  void watchUnsentMessages().then(showWaiting);
  // Whoever writes may lose the connection: the list of what waits is there before it is needed.
  document.addEventListener("input", () => void loadBar().catch(() => {}), { once: true });
}

const loadBar = () => import("#app/site/layout/unsent-bar.tsx");

/** Shows the list of what waits, when something does. */
async function showWaiting() {
  if ((await stuck()).length === 0) return;
  await loadBar().then(
    ({ mountUnsentBar }) => mountUnsentBar(),
    // Offline and never loaded: it is shown with the next news, when the connection is back.
    () => {},
  );
}

/** Tells when the page answers: after the effects of all its parts, and after what those set going as transitions. */
function Hydrated({ onHydrated, children }: { onHydrated(): void; children: ReactNode }) {
  const [isUp, setUp] = useState(false);
  useEffect(() => {
    if (isUp) onHydrated();
    else startTransition(() => setUp(true));
  }, [isUp, onHydrated]);
  return children;
}
