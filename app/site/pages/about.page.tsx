import { FaqAccordion, type Question } from "#app/features/faq/faq-accordion.tsx";
import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import { type Member, TeamWall } from "#app/features/team-member/team-wall.tsx";
import type { Pair } from "#app/site/render/page-data.ts";
import { Counters } from "#app/site/sections/counters.tsx";
import { EngagementModels } from "#app/site/sections/engagement-models.tsx";
import { Process } from "#app/site/sections/process.tsx";
import { Terms } from "#app/site/sections/terms.tsx";
import { Values } from "#app/site/sections/values.tsx";
import { Meet } from "#app/ui/meet.tsx";
import { DrawnHeading } from "#app/ui/site/drawn-heading.tsx";
import { QuoteButton } from "#app/ui/site/quote-button.tsx";
import styles from "./about.module.css";

export interface AboutProps {
  content: Pick<SiteContent, "about" | "figures" | "engagement">;
  picture: Pair;
  team: Member[];
  faqs: Question[];
}

export default function AboutPage({ content: { about, figures, engagement }, picture, team, faqs }: AboutProps) {
  return (
    <>
      <section className={styles.hero}>
        <div className="wrap">
          <DrawnHeading as="h1" className="h1" text={about.heading} dir="auto" />
          <div className={`split ${styles.intro}`}>
            <div aria-hidden="true" />
            <div>
              <p className={`lead ${styles.lead}`}>{about.lead}</p>
              <QuoteButton className={styles.start} label="Get Started" />
            </div>
          </div>
        </div>
      </section>
      <Meet className={styles.joint} {...picture} alt={about.imgText} sizes="(max-width: 575px) 115vw, 100vw" eager />
      <Process heading={about.processHeading} steps={about.process} />
      <div className={styles.counters}>
        <Counters figures={figures} labels={about.figures} />
      </div>
      <Values heading={about.valuesHeading} values={about.values} />
      <TeamWall heading={about.teamHeading} lead={about.teamLead} members={team} />
      <EngagementModels heading={about.modelsHeading} engagement={engagement} texts={about.models} />
      <Terms heading={about.termsHeading} terms={about.terms} />
      {faqs.length > 0 ? (
        <Questions heading={about.faqHeading} lead={about.faqLead} faqs={faqs} />
      ) : (
        <div className={styles.end} />
      )}
    </>
  );
}

function Questions({ heading, lead, faqs }: { heading: string; lead: string; faqs: Question[] }) {
  return (
    <section className="section section--joined before-lap" id="questions">
      <div className="wrap split">
        <div className={styles.asked}>
          <DrawnHeading className="h2" text={heading} />
          <p className={`lead muted ${styles.ask}`}>{lead}</p>
          <QuoteButton kind="text" />
        </div>
        <FaqAccordion faqs={faqs} />
      </div>
    </section>
  );
}
