/** Rendered pages in this process's memory. A content write clears all: they are few, and working out which changed costs more. */
export interface PageCache {
  clear(): void;
}
