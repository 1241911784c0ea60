export const pageSize = 100;

/** Page size of the lists of entries: this many cards fill a few screens, even on a phone. */
export const entriesAtOnce = 30;

/** How many hits of a kind the back office's search shows; it asks for one more, to know whether there are more. */
export const hitsAtOnce = 5;
