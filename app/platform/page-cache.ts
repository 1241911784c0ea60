/** Finished pages in this process's memory. A content write makes them all old: a handful of pages, cheaper than knowing which. */
export interface PageCache {
  clear(): void;
}
