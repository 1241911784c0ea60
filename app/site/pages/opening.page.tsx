import { JobBody, type JobWords, type Opening } from "#app/features/job/job-body.tsx";
import { JobActions } from "#app/features/job/job-opening.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { back } from "#app/ui/glyphs.ts";
import styles from "./opening.module.css";

export interface OpeningProps {
  words: JobWords;
  job: Opening;
  hrEmail: string;
}

/** The page of a single opening. */
export default function OpeningPage({ words, job, hrEmail }: OpeningProps) {
  return (
    <article className={`wrap before-lap ${styles.opening}`}>
      <LinkButton label="All openings" kind="text" glyph={back} href="/career" className={styles.back} />
      <h1 className="h1" dir="auto">
        {job.title}
      </h1>
      <p className={`lead muted ${styles.facts}`}>
        {job.location && <span dir="auto">{job.location}</span>}
        {job.experience && <span dir="auto">{job.experience}</span>}
      </p>
      <JobActions title={job.title} hrEmail={hrEmail} isPrimary />
      <JobBody className={styles.body} job={job} words={words} hrEmail={hrEmail} as="h2" />
    </article>
  );
}
