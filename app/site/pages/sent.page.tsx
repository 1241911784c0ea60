import { Ended } from "./ended.tsx";

export interface SentProps {
  text: string;
  note?: string;
}

/** Where a form leads to when scripts are off. */
export default function SentPage({ text, note }: SentProps) {
  return <Ended heading={text} text={note} way={{ label: "Back to Home", href: "/" }} />;
}
