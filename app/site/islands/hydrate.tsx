import { type ComponentType, startTransition, useEffect, useLayoutEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { tolerateForeignNodes } from "#app/browser/foreign-nodes.ts";
import { afterHydration } from "#app/site/hydration/after-hydration.ts";
import { islandButtons } from "#app/site/hydration/early-events.ts";
import { dropDraftOfSentMessage } from "#app/site/hydration/sent-draft.ts";
import { fieldKeeper } from "./field-keeper.ts";
import { type IslandName, islands } from "./registry.ts";

/** Makes the islands of the page interactive. Resolves when they are, and what was pressed in them before is done. */
export async function hydrateIslands(): Promise<void> {
  tolerateForeignNodes();
  // Before the forms read it.
  dropDraftOfSentMessage();
  const places = [...document.querySelectorAll<HTMLElement>("[data-island]")];
  const presses = (window.earlyEvents ?? []).flatMap((event) => pressIn(places, event) ?? []);
  // From here on React itself replays what comes before it is ready.
  window.earlyEvents = undefined;
  await Promise.all(places.map(hydrate));
  for (const { place, index } of presses) buttonsIn(place).at(index)?.click();
  for (const place of places) for (const button of buttonsIn(place)) button.removeAttribute("aria-busy");
  document.documentElement.dataset.hydrated = "";
  afterHydration();
}

const buttonsIn = (place: ParentNode) => [...place.querySelectorAll<HTMLButtonElement>(islandButtons)];

/**
 * Which button of which island was pressed. By its place, from the end: it may be another element afterwards, with others
 * before it.
 */
function pressIn(places: HTMLElement[], { type, target }: Event) {
  const button = type === "click" && target instanceof Element ? target.closest(islandButtons) : null;
  const place = places.find((each) => each.contains(button));
  const buttons = place ? buttonsIn(place) : [];
  return place && { place, index: buttons.indexOf(button as HTMLButtonElement) - buttons.length };
}

/**
 * Hydrates an island, or, where the browser or an extension has changed its HTML (a translation, say), makes it anew
 * with what was typed. One that cannot be rendered stays as the HTML that it was, which works without script.
 */
function hydrate(place: HTMLElement): Promise<void> {
  const { island } = place.dataset;
  const html = place.cloneNode(true);
  const restoreFields = fieldKeeper(place);
  return new Promise((resolve) => {
    const content = (
      <>
        <Hydrated onCommit={restoreFields} onHydrated={resolve} />
        <Content of={place} />
      </>
    );
    const options = {
      onRecoverableError: (error: unknown) => {
        place.dataset.rebuilt = "";
        console.info(`The ${island} island was made anew:`, error);
      },
      onUncaughtError: (error: unknown) => {
        console.error(error);
        // React empties the place in the same task.
        queueMicrotask(() => {
          place.replaceChildren(...html.childNodes);
          restoreFields();
          resolve();
        });
      },
    };
    // In a transition hydration is split into slices, between which the browser can respond to input.
    startTransition(() => void hydrateRoot(place, content, options));
  });
}

function Content({ of: { dataset } }: { of: HTMLElement }) {
  const Component = islands[dataset.island as IslandName] as ComponentType<object>;
  return <Component {...JSON.parse(dataset.props ?? "")} />;
}

/**
 * Stands before the island, so that its effects run first: the fields are restored before the island reads them. Reports
 * that it is interactive after all effects and the transitions that they started.
 */
function Hydrated({ onCommit, onHydrated }: { onCommit(): void; onHydrated(): void }) {
  const [isUp, setUp] = useState(false);
  useLayoutEffect(onCommit, [onCommit]);
  useEffect(() => {
    if (isUp) onHydrated();
    else startTransition(() => setUp(true));
  }, [isUp, onHydrated]);
  return null;
}
