import type { ComponentProps } from "react";
import type { ContactForm } from "#app/features/quote/contact-form.tsx";
import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import { Island } from "#app/site/islands/island.tsx";
import { EmailAndPhone } from "#app/site/layout/email-and-phone.tsx";
import { DrawnHeading } from "#app/ui/site/drawn-heading.tsx";
import styles from "./contact.module.css";

interface ContactProps {
  heading: string;
  lead: string;
  company: SiteContent["company"];
  form: ComponentProps<typeof ContactForm>;
}

/** The contact form and the company's contact details; the last section before the footer. */
export function Contact({ heading, lead, company, form }: ContactProps) {
  return (
    <section className="section section--joined before-lap" id="contact">
      <div className="wrap split">
        <div>
          <DrawnHeading className="h2" text={heading} />
          <p className={`lead muted ${styles.lead}`}>{lead}</p>
          {company.answers && <p className={styles.answers}>{company.answers}</p>}
          <dl className={styles.facts}>
            {company.address && (
              <div>
                <dt>Office</dt>
                <dd>{company.address}</dd>
              </div>
            )}
            <EmailAndPhone {...company} />
          </dl>
          {/* What the message speaks of is drawn here (app/site/hydration/idea-sheet.ts). */}
          <svg className={styles.sheet} viewBox="0 0 242 190" aria-hidden="true">
            <path d="M1 1H241V189H1ZM1 13H7M1 177H7M235 13H241M235 177H241M121 1V6M121 184V189" />
            <g data-idea="" />
          </svg>
        </div>
        <div>
          <Island name="contact" props={form} />
        </div>
      </div>
    </section>
  );
}
