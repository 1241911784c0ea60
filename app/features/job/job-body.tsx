import type { ReactNode } from "react";
import { mailTo } from "#app/shared/contact/mail-to.ts";
import { FormattedText } from "#app/ui/formatted-text.tsx";
import styles from "./job-body.site.module.css";

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
  /** Label of the closing date among the facts. */
  closing: string;
}

interface JobBodyProps {
  job: Opening;
  words: JobWords;
  hrEmail: string;
  className?: string;
  children?: ReactNode;
}

/** A job opening unfolded in the list: its facts, its sections in four columns, and where to write. */
export function JobBody({ job, words, hrEmail, className, children }: JobBodyProps) {
  return (
    <div className={[styles.body, className].filter(Boolean).join(" ")}>
      <JobFacts
        className={styles.facts}
        facts={[
          [words.pay, job.pay],
          [words.hours, job.hours],
          // It already stands beside the title.
          [words.place, job.pay || job.hours ? job.location : ""],
        ]}
      />
      <div className={`stack ${styles.parts}`}>
        <JobParts as="h3" job={job} words={words} />
      </div>
      {job.hiring.length > 0 && (
        <div className={styles.hiring}>
          <ListPart as="h3" title={words.hiring} entries={job.hiring} />
        </div>
      )}
      <p className={`wraps ${styles.write}`}>
        <span>
          {words.apply} <a href={mailTo(hrEmail)}>{hrEmail}</a>
          {job.closesOn && (
            <>
              {" "}
              {words.closes} <Day of={job.closesOn} />
            </>
          )}
        </span>
        {children}
      </p>
    </div>
  );
}

/** Facts about an opening, each under its label. Those that are not given are left out. */
export function JobFacts({ facts, className }: { facts: [string, ReactNode][]; className?: string | undefined }) {
  const given = facts.filter(([, value]) => value);
  if (given.length === 0) return null;
  return (
    <dl className={className}>
      {given.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The sections of an opening. One left empty has no heading. `as`: heading level. */
export function JobParts({ job, words, as }: { job: Opening; words: JobWords; as: "h2" | "h3" }) {
  // The page of an opening sets the first paragraph large.
  const [first = "", ...others] = job.description.trim().split(/\n\s*\n/);
  // A job with only the four fields of the specification shows its short experience text here.
  const experience = job.experienceDetails.length > 0 ? job.experienceDetails : [job.experience].filter(Boolean);
  return (
    <>
      {job.description && (
        <Part as={as} title={words.description}>
          <div className={styles.text}>
            <FormattedText text={first} />
            {others.length > 0 && <FormattedText text={others.join("\n\n")} />}
          </div>
        </Part>
      )}
      <ListPart as={as} title={words.requirements} entries={job.requirements} />
      <ListPart as={as} title={words.perks} entries={job.perksAndBenefits} />
      <ListPart as={as} title={words.experience} entries={experience} />
    </>
  );
}

/** `of`: YYYY-MM-DD. */
export function Day({ of: day }: { of: string }) {
  return <time dateTime={day}>{long.format(new Date(day))}</time>;
}

const long = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

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
