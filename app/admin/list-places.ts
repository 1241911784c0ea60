import { useEffect } from "react";
import { type Location, useLocation } from "react-router";
import { lineOf, type NavLine } from "./nav.ts";

interface Place {
  /** The filter, as it stands in the address. */
  search: string;
  /** Under what the scroll position is kept. */
  scroll: string;
}

/** Where each list was left, for as long as the page is open. */
const places = new Map<string, Place>();

/** Under what a place's scroll position is kept: its own, or that of the list which the side bar leads back to. */
export const scrollKeyOf = ({ state, key }: Location): string => state?.scroll ?? key;

/** Keeps where one is in a list. */
export function useListPlaces(): void {
  const location = useLocation();
  useEffect(() => {
    const { pathname, search } = location;
    if (lineOf(pathname)?.to === pathname) places.set(pathname, { search, scroll: scrollKeyOf(location) });
  }, [location]);
}

/** Back to a list as it was left; pressed in the list itself (`pathname`), to all of it. */
export function backTo({ to }: NavLine, pathname: string): { to: string; state?: object } {
  const place = pathname === to ? undefined : places.get(to);
  return place ? { to: to + place.search, state: { scroll: place.scroll } } : { to };
}
