import type { Pair } from "../../render/page-data.ts";

/** What a share picture says and shows. */
export interface Card {
  name: string;
  /** With the marks of a heading: `[word]` is drawn, ` / ` may break. */
  heading: string;
  note: string;
  /** Two digits, for a project. */
  place?: string;
  pair?: Pair;
}
