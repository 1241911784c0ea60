import { PageHero } from "#app/site/sections/page-hero.tsx";
import styles from "./privacy.module.css";

export interface PrivacyProps {
  heading: string;
  lead: string;
  sections: { title: string; text: string }[];
}

/** Which personal data the site stores and for how long. */
export default function PrivacyPage({ heading, lead, sections }: PrivacyProps) {
  return (
    <>
      <PageHero heading={heading}>
        <p>{lead}</p>
      </PageHero>
      <div className="wrap before-lap">
        {sections.map(({ title, text }) => (
          <section key={title} className={`stack ${styles.section}`}>
            <h2 className="h3">{title}</h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
    </>
  );
}
