import { Ended } from "./ended.tsx";

export interface SentProps {
  text: string;
}

/** Where a form leads to when scripts are off. */
export default function SentPage({ text }: SentProps) {
  return <Ended heading={text} way={{ label: "Back to Home", href: "/" }} />;
}
