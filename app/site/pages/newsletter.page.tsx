import { Button } from "#app/ui/button.tsx";
import { MessagePage } from "./message-page.tsx";

export interface NewsletterProps {
  heading: string;
  text: string;
  /**
   * The action for the owner of the address. Opening the page must change nothing, because mail clients prefetch links.
   */
  act?: { label: string; action: string; isSecond: boolean };
}

/** Target of the links in newsletter emails. */
export default function NewsletterPage({ heading, text, act }: NewsletterProps) {
  return (
    <MessagePage
      heading={heading}
      text={text}
      way={{ label: "Back to Home", href: "/", kind: act && !act.isSecond ? "line" : "primary" }}
    >
      {act && (
        <form method="post" action={act.action}>
          <Button type="submit" label={act.label} kind={act.isSecond ? "line" : "primary"} glyph={null} />
        </form>
      )}
    </MessagePage>
  );
}
