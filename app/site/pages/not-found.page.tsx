import { Ended } from "./ended.tsx";

export interface NotFoundProps {
  words: { heading: string; text: string };
}

export default function NotFoundPage({ words }: NotFoundProps) {
  return <Ended numeral="404" {...words} way={{ label: "Back to Home", href: "/" }} />;
}
