import { Day, JobFacts, JobParts, type JobWords, type Opening } from "#app/features/job/job-body.tsx";
import { JobActions } from "#app/features/job/job-opening.tsx";
import { type Member, TeamWall } from "#app/features/team-member/team-wall.tsx";
import { Process } from "#app/site/sections/process.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { back } from "#app/ui/glyphs.ts";
import { NoBreakHyphens } from "#app/ui/no-break-hyphens.tsx";
import styles from "./opening.module.css";

export interface OpeningProps {
  words: JobWords;
  peopleHeading: string;
  job: Opening;
  hrEmail: string;
  people: Member[];
}

/** The page of a single opening: what it is, its facts beside that, how hiring goes, and who works here. */
export default function OpeningPage({ words, peopleHeading, job, hrEmail, people }: OpeningProps) {
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
            <a className="text-link" href={`mailto:${hrEmail}`}>
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
    </article>
  );
}
