import { Button } from "#app/ui/button.tsx";
import { Ended } from "./ended.tsx";

export interface NewsletterProps {
  heading: string;
  text: string;
  /** What the owner of the address may do here. Opening the page does nothing: mail programs open links by themselves. */
  act?: { label: string; action: string; isSecond: boolean };
}

/** Where the links of the newsletter's mails lead. */
export default function NewsletterPage({ heading, text, act }: NewsletterProps) {
  return (
    <Ended
      heading={heading}
      text={text}
      way={{ label: "Back to Home", href: "/", kind: act && !act.isSecond ? "line" : "primary" }}
    >
      {act && (
        <form method="post" action={act.action}>
          <Button type="submit" label={act.label} kind={act.isSecond ? "line" : "primary"} glyph={null} />
        </form>
      )}
    </Ended>
  );
}
