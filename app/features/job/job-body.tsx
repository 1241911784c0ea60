import type { ReactNode } from "react";
import { FormattedText } from "#app/ui/formatted-text.tsx";
import styles from "./job-body.module.css";

export interface Opening {
  slug: string;
  title: string;
  location: string;
  experience: string;
  description: string;
  requirements: string[];
  perksAndBenefits: string[];
  experienceDetails: string[];
  pay: string;
  hours: string;
  hiring: string[];
  /** YYYY-MM-DD, or empty. */
  closesOn: string;
}

/** Headings of a job opening, and the text in front of the HR address. */
export interface JobWords {
  apply: string;
  description: string;
  requirements: string;
  perks: string;
  experience: string;
  pay: string;
  hours: string;
  place: string;
  hiring: string;
  /** Label before the closing date. */
  closes: string;
}

interface JobBodyProps {
  job: Opening;
  words: JobWords;
  hrEmail: string;
  /** Heading level. */
  as: "h2" | "h3";
  className?: string;
  children?: ReactNode;
}

/** The sections of a job opening, in four columns. A section left empty has no heading. */
export function JobBody({ job, words, hrEmail, as, className, children }: JobBodyProps) {
  // A job with only the four fields of the specification shows its short experience text here.
  const experience = job.experienceDetails.length > 0 ? job.experienceDetails : [job.experience].filter(Boolean);
  const facts = [
    [words.pay, job.pay],
    [words.hours, job.hours],
    [words.place, job.pay || job.hours ? job.location : ""],
  ].filter(([, value]) => value);
  return (
    <div className={[styles.body, className].filter(Boolean).join(" ")}>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={styles.parts}>
        {job.description && (
          <Part as={as} title={words.description}>
            <div className={styles.text}>
              <FormattedText text={job.description} />
            </div>
          </Part>
        )}
        <ListPart as={as} title={words.requirements} entries={job.requirements} />
        <ListPart as={as} title={words.perks} entries={job.perksAndBenefits} />
        <ListPart as={as} title={words.experience} entries={experience} />
      </div>
      {job.hiring.length > 0 && (
        <div className={styles.hiring}>
          <ListPart as={as} title={words.hiring} entries={job.hiring} />
        </div>
      )}
      <p className={styles.write}>
        <span>
          {words.apply} <a href={`mailto:${hrEmail}`}>{hrEmail}</a>
          {job.closesOn && (
            <>
              {" "}
              {words.closes} <time dateTime={job.closesOn}>{day.format(new Date(job.closesOn))}</time>
            </>
          )}
        </span>
        {children}
      </p>
    </div>
  );
}

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

function Part({ as: Heading, title, children }: { as: "h2" | "h3"; title: string; children: ReactNode }) {
  return (
    <div>
      <Heading className={styles.title}>{title}</Heading>
      {children}
    </div>
  );
}

function ListPart({ as, title, entries }: { as: "h2" | "h3"; title: string; entries: string[] }) {
  if (entries.length === 0) return null;
  return (
    <Part as={as} title={title}>
      <ul className={`dash-list ${styles.list}`} role="list">
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and the list never changes here
          <li key={index} dir="auto">
            {entry}
          </li>
        ))}
      </ul>
    </Part>
  );
}
