import { Fragment } from "react";
import { mailTo } from "#app/shared/contact/mail-to.ts";
import { PageHero } from "#app/site/sections/page-hero.tsx";
import styles from "./privacy.module.css";

export interface PrivacyProps {
  heading: string;
  lead: string;
  sections: { title: string; text: string }[];
  /** Where it stands in a text, it is a link. */
  email: string;
}

/** Which personal data the site stores and for how long. */
export default function PrivacyPage({ heading, lead, sections, email }: PrivacyProps) {
  return (
    <>
      <PageHero heading={heading}>
        <p>{lead}</p>
      </PageHero>
      <div className="wrap before-lap">
        {sections.map(({ title, text }) => (
          <section key={title} className={`stack ${styles.section}`}>
            <h2 className="h3">{title}</h2>
            <p>
              {(email ? text.split(email) : [text]).map((part, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no identity besides their order
                <Fragment key={place}>
                  {place > 0 && (
                    <a className="text-link" href={mailTo(email)}>
                      {email}
                    </a>
                  )}
                  {part}
                </Fragment>
              ))}
            </p>
          </section>
        ))}
      </div>
    </>
  );
}
