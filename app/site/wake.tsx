import { type ComponentType, type ReactNode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import type { PageData } from "./page-data.ts";
import SiteLayout from "./site.layout.tsx";

const pages = import.meta.glob<{ default: ComponentType<object> }>("./*.page.tsx");

/** Draws the page that the document names over the server's HTML. Resolves when it answers. */
export async function wake() {
  const data = JSON.parse(document.getElementById("page-data")?.textContent ?? "null") as PageData<object> | null;
  const load = data && pages[`./${data.page}.page.tsx`];
  const place = document.getElementById("page");
  if (!load || !place) return;
  const { default: Page } = await load();
  await new Promise<void>((resolve) => {
    hydrateRoot(
      place,
      <Awake onAwake={resolve}>
        <SiteLayout frame={data.frame}>
          <Page {...data.props} />
        </SiteLayout>
      </Awake>,
    );
  });
  document.documentElement.dataset.awake = "";
}

/** Its effect runs after those of the whole page. */
function Awake({ onAwake, children }: { onAwake(): void; children: ReactNode }) {
  useEffect(onAwake, [onAwake]);
  return children;
}
