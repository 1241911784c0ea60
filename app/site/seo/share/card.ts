import type { Pair } from "../../render/page-data.ts";

/** Content of a share picture. */
export interface Card {
  name: string;
  /** `#rrggbb`; share pictures have the light theme. */
  pencil: string;
  /** Address of an uploaded logo. */
  logo?: string;
  /** `[word]` is drawn. */
  heading: string;
  note: string;
  /** Two digits, for projects. */
  place?: string;
  pair?: Pair;
}
