import { useState } from "react";

type Slugs = ReadonlySet<string>;

/**
 * The selected entries of a list: individual ones, or everything that matches the filter minus exceptions. It is
 * cleared when the filter changes.
 */
export interface Selection {
  slugs: Slugs;
  /** Everything that matches the filter, including entries not loaded yet. */
  isAll: boolean;
  /** Exceptions, if `isAll`. */
  except: Slugs;
}

const nothing: Selection = { slugs: new Set(), isAll: false, except: new Set() };
const none: Slugs = new Set();

/** `key`: the filter; `shown`: the visible slugs in order. */
export function useSelection(key: string, shown: readonly string[]) {
  const [kept, setKept] = useState({ key, selection: nothing, last: "", listed: none });
  const { isAll, except, ...former } = kept.key === key ? kept.selection : nothing;
  // What stands before all that was listed when everything was selected has arrived since.
  const first = isAll ? shown.findIndex((slug) => kept.listed.has(slug)) : 0;
  const arrived = new Set(first < 0 ? shown : shown.slice(0, first));
  // Some may have gone from the list since, or were those of another filter, shown while these were awaited.
  const slugs = new Set(shown.filter((slug) => former.slugs.has(slug)));
  const set = (selection: Selection, last = "", listed = kept.listed) => setKept({ key, selection, last, listed });
  const has = (slug: string) => (isAll ? !except.has(slug) && !arrived.has(slug) : slugs.has(slug));
  return {
    selection: { slugs, isAll, except },
    has,
    /** The first of the entries that were there when everything was selected. */
    first: shown[first],
    /** Number of selected entries. `total`: number of entries that match the filter, if known. */
    countOf: (total: number | undefined) =>
      isAll ? Math.max(0, (total ?? shown.length) - except.size - arrived.size) : slugs.size,
    /** `isRange`: applies the new state to everything between the last toggled entry and this one (shift-click). */
    toggle(slug: string, isRange = false): void {
      const from = isRange && kept.key === key ? shown.indexOf(kept.last) : -1;
      const to = shown.indexOf(slug);
      const range = from < 0 ? [slug] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      const isOn = !has(slug);
      // The selected slugs or, if `isAll`, the exceptions, which what has arrived since is among from now on.
      const changed = new Set(isAll ? [...except, ...arrived] : slugs);
      for (const each of range)
        if (isOn !== isAll) changed.add(each);
        else changed.delete(each);
      if (isAll) set({ ...nothing, isAll, except: changed }, slug, new Set(shown));
      else set({ ...nothing, slugs: changed }, slug);
    },
    selectShown: () => set({ ...nothing, slugs: new Set(shown) }),
    selectAll: () => set({ ...nothing, isAll: true }, "", new Set(shown)),
    /** What has been selected under another filter meanwhile stays. */
    clear: () => setKept((now) => (now.key === key ? { ...now, selection: nothing, last: "" } : now)),
  };
}
