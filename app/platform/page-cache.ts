/**
 * Rendered pages held in this process's memory. A content write clears them all: there are few, and working out which
 * ones changed would cost more.
 */
export interface PageCache {
  clear(): void;
}
