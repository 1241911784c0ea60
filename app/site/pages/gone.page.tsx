import type { NumeralProps } from "#app/site/sections/numeral.tsx";
import { MessagePage } from "./message-page.tsx";

export interface GoneProps {
  words: { heading: string; text: string };
  seamLabels: NumeralProps["seamLabels"];
  /** The list that contained the entry. */
  list: "portfolio" | "career";
}

const ways = {
  portfolio: { label: "See the portfolio", href: "/portfolio" },
  career: { label: "See open roles", href: "/career" },
};

export default function GonePage({ words, seamLabels, list }: GoneProps) {
  return <MessagePage numeral={{ text: "410", seamLabels }} {...words} way={ways[list]} />;
}
