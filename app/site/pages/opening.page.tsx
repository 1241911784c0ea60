import { Day, JobFacts, JobParts, type JobWords, type Opening } from "#app/features/job/job-body.tsx";
import { JobActions } from "#app/features/job/job-opening.tsx";
import { type Member, TeamWall } from "#app/features/team-member/team-wall.tsx";
import { mailTo } from "#app/shared/contact/mail-to.ts";
import { Process } from "#app/site/sections/process.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { arrow, back } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { NoBreakHyphens } from "#app/ui/no-break-hyphens.tsx";
import { DrawnHeading } from "#app/ui/site/drawn-heading.tsx";
import styles from "./opening.module.css";

export interface OpeningProps {
  words: JobWords;
  peopleHeading: string;
  job: Opening;
  hrEmail: string;
  people: Member[];
  othersHeading: string;
  others: Pick<Opening, "slug" | "title" | "location" | "experience">[];
}

/** The page of a single opening: what it is, its facts beside that, how hiring goes, who works here, and what else is open. */
export default function OpeningPage({
  words,
  peopleHeading,
  job,
  hrEmail,
  people,
  othersHeading,
  others,
}: OpeningProps) {
  return (
    <article className="before-lap">
      <div className={`wrap stack ${styles.opening}`}>
        <header>
          <LinkButton label="All openings" kind="text" glyph={back} href="/career" className={styles.back} />
          <h1 className="h1" dir="auto">
            <NoBreakHyphens text={job.title} />
          </h1>
        </header>
        <div className={styles.side}>
          <JobFacts
            className={styles.facts}
            facts={[
              [words.pay, job.pay],
              [words.hours, job.hours],
              [words.place, job.location],
              [words.experience, job.experience],
              [words.closing, job.closesOn && <Day of={job.closesOn} />],
            ]}
          />
          <JobActions title={job.title} hrEmail={hrEmail} isPrimary />
          <p className="small muted">
            {words.apply}{" "}
            <a className="text-link" href={mailTo(hrEmail)}>
              {hrEmail}
            </a>
          </p>
        </div>
        <div className={`stack ${styles.parts}`}>
          <JobParts as="h2" job={job} words={words} />
        </div>
      </div>
      {job.hiring.length > 0 && (
        <Process heading={words.hiring} steps={job.hiring.map((title) => ({ title, text: "" }))} />
      )}
      <TeamWall
        heading={peopleHeading}
        lead={<LinkButton label="About Us" kind="text" href="/about#team" />}
        members={people}
      />
      {others.length > 0 && <Others heading={othersHeading} openings={others} />}
    </article>
  );
}

function Others({ heading, openings }: { heading: string; openings: OpeningProps["others"] }) {
  return (
    <section className="section no-print">
      <div className="wrap split">
        <DrawnHeading className="h2" text={heading} />
        <ul className={styles.others} role="list">
          {openings.map(({ slug, title, location, experience }) => (
            <li key={slug}>
              <a className={`wraps ${styles.other}`} href={`/career/${slug}`}>
                <span className="h4" dir="auto">
                  <NoBreakHyphens text={title} />
                </span>
                <span className="muted" dir="auto">
                  {[location, experience].filter(Boolean).join(", ")}
                </span>
                <Icon of={arrow} />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
