import { mailTo } from "#app/shared/contact/mail-to.ts";
import { AccordionItem } from "#app/ui/accordion.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { mail } from "#app/ui/glyphs.ts";
import { JobBody, type JobWords, type Opening } from "./job-body.tsx";
import styles from "./job-opening.site.module.css";

interface JobOpeningProps {
  job: Opening;
  words: JobWords;
  hrEmail: string;
}

/** A collapsible opening in the list, with its two buttons beside the toggle. */
export function JobOpening({ job, words, hrEmail }: JobOpeningProps) {
  const head = (
    <>
      <h2 className="h3" dir="auto">
        {job.title}
      </h2>
      <span className={`wraps ${styles.facts}`}>
        {job.location && <span dir="auto">{job.location}</span>}
        {job.experience && <span dir="auto">{job.experience}</span>}
      </span>
    </>
  );
  return (
    <AccordionItem
      className={styles.job}
      group="openings"
      toggle="start"
      head={head}
      beside={<JobActions title={job.title} hrEmail={hrEmail} />}
      id={job.slug}
    >
      <JobBody className={styles.body} job={job} words={words} hrEmail={hrEmail}>
        <a href={`/career/${job.slug}`}>Link to this opening</a>
      </JobBody>
    </AccordionItem>
  );
}

/** Both buttons write an email to the HR address. */
export function JobActions({
  title,
  hrEmail,
  isPrimary = false,
}: {
  title: string;
  hrEmail: string;
  isPrimary?: boolean;
}) {
  return (
    <div className={`wraps no-print ${styles.actions}`}>
      <LinkButton
        className={styles.apply}
        label="Apply Now"
        kind={isPrimary ? "primary" : "line"}
        size="small"
        glyph={mail}
        href={mailTo(hrEmail, `Application: ${title}`)}
        aria-label={`Apply Now: ${title}`}
      />
      <LinkButton
        className={styles.interested}
        label="I'm Interested"
        kind="line"
        size="small"
        href={mailTo(hrEmail, `Interested in: ${title}`)}
        aria-label={`I'm Interested: ${title}`}
      />
    </div>
  );
}
