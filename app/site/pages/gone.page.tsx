import { MessagePage } from "./message-page.tsx";

export interface GoneProps {
  words: { heading: string; text: string };
  /** The list that contained the entry. */
  list: "portfolio" | "career";
}

const ways = {
  portfolio: { label: "See the portfolio", href: "/portfolio" },
  career: { label: "See open roles", href: "/career" },
};

export default function GonePage({ words, list }: GoneProps) {
  return <MessagePage numeral="410" {...words} way={ways[list]} />;
}
