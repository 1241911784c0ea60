import { MessagePage } from "./message-page.tsx";

export interface NotFoundProps {
  words: { heading: string; text: string };
}

export default function NotFoundPage({ words }: NotFoundProps) {
  return <MessagePage numeral="404" {...words} way={{ label: "Back to Home", href: "/" }} />;
}
