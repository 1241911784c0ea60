import type { ComponentProps } from "react";
import type { ContactForm } from "#app/features/quote/contact-form.tsx";
import { FormMark } from "#app/features/quote/form-mark.tsx";
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
    <section className="section section--joined before-lap" id="contact" data-form-mark="">
      <div className="wrap split">
        <div>
          <DrawnHeading className="h2" text={heading} />
          <p className={`lead muted ${styles.lead}`}>{lead}</p>
          <dl className={styles.facts}>
            {company.address && (
              <div>
                <dt>Office</dt>
                <dd>{company.address}</dd>
              </div>
            )}
            <EmailAndPhone {...company} />
          </dl>
          <FormMark form="contact" className={styles.mark} />
        </div>
        <div>
          <Island name="contact" props={form} />
        </div>
      </div>
    </section>
  );
}
