import type { NumeralProps } from "#app/site/sections/numeral.tsx";
import { MessagePage } from "./message-page.tsx";

export interface NotFoundProps {
  words: { heading: string; text: string };
  seamLabels: NumeralProps["seamLabels"];
}

export default function NotFoundPage({ words, seamLabels }: NotFoundProps) {
  return <MessagePage numeral={{ text: "404", seamLabels }} {...words} way={{ label: "Back to Home", href: "/" }} />;
}
