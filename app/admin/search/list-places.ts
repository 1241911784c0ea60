import { useEffect } from "react";
import { type Location, useLocation } from "react-router";
import { lineOf, type NavLine } from "../frame/nav.ts";

interface Place {
  /** The filter, as the query string of the URL. */
  search: string;
  /** Key under which React Router keeps the scroll position. */
  scroll: string;
}

/** Where each list was left; kept until the page is closed. */
const places = new Map<string, Place>();

/** Scroll restoration key of a location: its own or, after returning to a list, that of the list as it was left. */
export const scrollKeyOf = ({ state, key }: Location): string => state?.scroll ?? key;

/** Remembers filter and scroll position of each list. */
export function useListPlaces(): void {
  const location = useLocation();
  useEffect(() => {
    const { pathname, search } = location;
    if (lineOf(pathname)?.to === pathname) places.set(pathname, { search, scroll: scrollKeyOf(location) });
  }, [location]);
}

/** Link target that returns to a list as it was left or, from within that list (`pathname`), resets its filter. */
export function backTo({ to }: NavLine, pathname: string): { to: string; state?: object } {
  const place = pathname === to ? undefined : places.get(to);
  return place ? { to: to + place.search, state: { scroll: place.scroll } } : { to };
}
