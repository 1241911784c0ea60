import type { ReactNode } from "react";
import { Numeral, type NumeralProps } from "#app/site/sections/numeral.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { DrawnHeading } from "#app/ui/site/drawn-heading.tsx";
import styles from "./message-page.module.css";

interface MessagePageProps {
  numeral?: NumeralProps;
  heading: string;
  text?: string;
  way: { label: string; href: string; kind?: "primary" | "line" };
  /** Actions, shown before the link. */
  children?: ReactNode;
}

/** A page with a single sentence and a link. */
export function MessagePage({ numeral, heading, text, way, children }: MessagePageProps) {
  return (
    <section className={`wrap before-lap stack ${styles.ended}`}>
      {numeral && <Numeral {...numeral} />}
      <div className={`split ${styles.words}`}>
        <div aria-hidden="true" />
        <div>
          <DrawnHeading as="h1" className="h2" text={heading} dir="auto" />
          {text && <p className={`lead muted ${styles.text}`}>{text}</p>}
          <div className={`wraps ${styles.ways}`}>
            {children}
            <LinkButton {...way} />
          </div>
        </div>
      </div>
    </section>
  );
}
