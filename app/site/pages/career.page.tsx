import type { JobWords, Opening } from "#app/features/job/job-body.tsx";
import { JobOpening } from "#app/features/job/job-opening.tsx";
import { mailTo } from "#app/shared/contact/mail-to.ts";
import { PageHero } from "#app/site/sections/page-hero.tsx";
import { Seats } from "#app/site/sections/seats.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { mail } from "#app/ui/glyphs.ts";
import styles from "./career.module.css";

export interface CareerProps {
  heading: string;
  lead: string;
  words: JobWords;
  hrEmail: string;
  jobs: Opening[];
}

export default function CareerPage({ heading, lead, words, hrEmail, jobs }: CareerProps) {
  return (
    <>
      <PageHero heading={heading} picture={jobs.length > 0 && <Seats open={jobs.length} />}>
        <p>{lead}</p>
        {jobs.length === 0 && (
          <LinkButton className={styles.write} label={hrEmail} glyph={mail} href={mailTo(hrEmail)} />
        )}
      </PageHero>
      <section className="before-lap" aria-label={jobs.length > 0 ? "Openings" : undefined}>
        {jobs.length > 0 && (
          <div className="wrap">
            <ul className={styles.jobs} role="list">
              {jobs.map((job) => (
                <li key={job.slug}>
                  <JobOpening job={job} words={words} hrEmail={hrEmail} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </section>
    </>
  );
}
