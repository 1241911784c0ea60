import { useState } from "react";

type Slugs = ReadonlySet<string>;

/** Which entries of a list are selected: some by name, or all that the filter shows but for some. It ends with the filter. */
export interface Selection {
  slugs: Slugs;
  /** Also those that are not loaded yet. */
  isAll: boolean;
  /** Of all, those that are not. */
  except: Slugs;
}

const nothing: Selection = { slugs: new Set(), isAll: false, except: new Set() };

/** `key`: the filter; `shown`: the slugs in their order. */
export function useSelection(key: string, shown: readonly string[]) {
  const [kept, setKept] = useState({ key, selection: nothing, last: "" });
  const selection = kept.key === key ? kept.selection : nothing;
  const { slugs, isAll, except } = selection;
  const set = (selection: Selection, last = "") => setKept({ key, selection, last });
  const has = (slug: string) => (isAll ? !except.has(slug) : slugs.has(slug));
  return {
    selection,
    has,
    /** `isRange`: everything from the one before to this one becomes what this one becomes. */
    toggle(slug: string, isRange = false): void {
      const from = isRange && kept.key === key ? shown.indexOf(kept.last) : -1;
      const to = shown.indexOf(slug);
      const range = from < 0 ? [slug] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      const isOn = !has(slug);
      // What is listed: the selected ones, or of all those that are not.
      const listed = new Set(isAll ? except : slugs);
      for (const each of range)
        if (isOn !== isAll) listed.add(each);
        else listed.delete(each);
      set(isAll ? { ...nothing, isAll, except: listed } : { ...nothing, slugs: listed }, slug);
    },
    selectShown: () => set({ ...nothing, slugs: new Set(shown) }),
    selectAll: () => set({ ...nothing, isAll: true }),
    clear: () => set(nothing),
  };
}
