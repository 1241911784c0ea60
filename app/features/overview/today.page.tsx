import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { usePublishDraft } from "#app/features/draft/draft.queries.ts";
import { contentTypes, findContentType } from "#app/platform/content/content-types.ts";
import { listPath, updatePath } from "#app/shared/content-type.ts";
import { dayIn } from "#app/shared/day.ts";
import { formatLeadCount } from "#app/shared/lead-count.ts";
import { ActionButton } from "#app/ui/admin/action-button.tsx";
import { Failure } from "#app/ui/admin/failure.tsx";
import { formatMoment } from "#app/ui/admin/format-time.ts";
import { Placeholder } from "#app/ui/admin/placeholder.tsx";
import { Screen } from "#app/ui/admin/screen.tsx";
import { check, eye } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Alerts } from "./alerts.tsx";
import { LeadChart } from "./lead-chart.tsx";
import { overviewView } from "./overview.queries.ts";
import type { ClientAnswer, Closing, ListedLead, NextStep, Today, WaitingDraft } from "./today.contract.ts";
import styles from "./today.module.css";
import { todayView } from "./today.queries.ts";

/** What to do next: unanswered leads, steps that are due, problems, drafts and remaining set-up tasks. */
export default function TodayPage() {
  const today = useQuery(todayView());
  const overview = useQuery(overviewView());
  const failed = [today, overview].find(({ error }) => error);
  return (
    <Screen heading="Today" subline="What needs attention, oldest first." isNarrow>
      {failed && (
        <Failure
          text="Today could not be loaded."
          error={failed.error as Error}
          onRetry={() => Promise.all([today.refetch(), overview.refetch()])}
        />
      )}
      {!failed && (!today.data || !overview.data) && <Placeholder layout="rows" />}
      {!failed && today.data && overview.data && (
        <div className={styles.today}>
          <Alerts alerts={overview.data.alerts} />
          <Part
            id="unanswered"
            heading="Unanswered leads"
            count={formatLeadCount(today.data.unanswered.count)}
            link={
              today.data.unanswered.count > 0 && (
                <Link to="/quote?status=new&show=wanted">
                  All {formatLeadCount(today.data.unanswered.count)} unanswered
                </Link>
              )
            }
          >
            {today.data.unanswered.count > 0 ? (
              <Leads leads={today.data.unanswered.oldest} />
            ) : (
              <p className={styles.done}>
                <Icon of={check} small /> Every lead is answered.
              </p>
            )}
          </Part>
          {today.data.leads.count > 0 && <NewestLeads {...today.data.leads} />}
          {today.data.nextSteps.length > 0 && (
            <Part id="steps" heading="Next steps that are due" count={String(today.data.nextSteps.length)}>
              <Steps steps={today.data.nextSteps} />
            </Part>
          )}
          {today.data.drafts.count > 0 && (
            <Part id="drafts" heading="Drafts" count={formatLeadCount(today.data.drafts.count)}>
              <Drafts drafts={today.data.drafts.first} />
            </Part>
          )}
          {today.data.answers.count > 0 && (
            <Part id="answers" heading="Clients’ answers" count={formatLeadCount(today.data.answers.count)}>
              <Answers answers={today.data.answers.first} />
            </Part>
          )}
          {today.data.closing.length > 0 && (
            <Part id="closing" heading="Openings about to close" count={String(today.data.closing.length)}>
              <Openings openings={today.data.closing} />
            </Part>
          )}
          <Part id="left" heading="Left to do" link={<Link to="/overview">Overview</Link>}>
            <ul className={styles.left}>
              {overview.data.tasks.length > 0 && (
                <li>
                  <Link to="/overview">
                    {overview.data.tasks.length} {overview.data.tasks.length === 1 ? "thing" : "things"} to set up
                  </Link>
                </li>
              )}
              {contentTypes
                .filter(({ name }) => overview.data.unpublishedOf[name])
                .map((type) => (
                  <li key={type.name}>
                    <Link to={listPath(type)}>
                      {overview.data.unpublishedOf[type.name]?.toLocaleString("en-GB")}{" "}
                      {overview.data.unpublishedOf[type.name] === 1 ? type.one : type.many} not published
                    </Link>
                  </li>
                ))}
              {overview.data.tasks.length + overview.data.unpublished === 0 && (
                <li className={styles.done}>
                  <Icon of={check} small /> Everything is set up and published.
                </li>
              )}
            </ul>
          </Part>
          <Part id="weeks" heading="Leads by week">
            <LeadChart weeks={today.data.weeks} />
          </Part>
        </div>
      )}
    </Screen>
  );
}

interface PartProps {
  id: string;
  heading: string;
  count?: string;
  link?: ReactNode;
  children: ReactNode;
}

function Part({ id, heading, count, link, children }: PartProps) {
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.heading}>
          {heading} {count !== undefined && <span className={styles.count}>{count}</span>}
        </h2>
        {link}
      </div>
      {children}
    </section>
  );
}

interface RowProps {
  to: string;
  name: string;
  /** ISO 8601, and how the row says it. */
  time: [at: string, said: string];
  isOverdue?: boolean;
  /** Of a lead: whose step it is. */
  whose?: ReactNode;
  children: ReactNode;
}

function Row({ to, name, time: [at, said], isOverdue = false, whose, children }: RowProps) {
  return (
    <Link to={to} className={whose === undefined ? styles.row : `${styles.row} ${styles.lead}`}>
      <span className={styles.name} dir="auto">
        {name}
      </span>
      <span className={isOverdue ? `${styles.words} ${styles.overdue}` : styles.words} dir="auto">
        {children}
      </span>
      {whose !== undefined && <span className={styles.whose}>{whose}</span>}
      <time className={styles.age} dateTime={at}>
        {said}
      </time>
    </Link>
  );
}

function NewestLeads({ count, answered, newest }: Today["leads"]) {
  return (
    <Part
      id="newest"
      heading="Newest leads"
      link={
        <span className={styles.links}>
          {answered > 0 && (
            <Link to="/quote?status=replied&show=wanted">{formatLeadCount(answered)} waiting for the client</Link>
          )}
          <Link to="/quote?show=wanted">All {formatLeadCount(count)} leads</Link>
        </span>
      }
    >
      <Leads leads={newest} />
    </Part>
  );
}

function Leads({ leads }: { leads: ListedLead[] }) {
  return (
    <ul className={styles.rows}>
      {leads.map(({ slug, fullName, message, createdAt, step, owner }) => (
        <li key={slug}>
          <Row
            to={`/quote/${slug}`}
            name={fullName}
            time={[createdAt, ageOf(createdAt)]}
            whose={<Whose step={step} owner={owner} />}
          >
            {message}
          </Row>
        </li>
      ))}
    </ul>
  );
}

/** Whose step a lead waits for: the office's, with its owner, or the client's. */
function Whose({ step, owner }: { step: ListedLead["step"]; owner: string | undefined }) {
  if (step === "won" || step === "lost") return step === "won" ? "Won" : "Lost";
  if (step === "theirs") return "Waiting for the client";
  return owner === undefined ? <span className={styles.nobody}>Nobody has taken it</span> : <bdi>{owner}</bdi>;
}

function Steps({ steps }: { steps: NextStep[] }) {
  return (
    <ul className={styles.rows}>
      {steps.map(({ slug, fullName, nextStep, nextStepOn, owner }) => (
        <li key={slug}>
          <Row
            to={`/quote/${slug}`}
            name={fullName}
            time={[nextStepOn, day.format(new Date(nextStepOn))]}
            whose={<Whose step="ours" owner={owner} />}
          >
            {nextStep || "Next step"}
          </Row>
        </li>
      ))}
    </ul>
  );
}

function Drafts({ drafts }: { drafts: WaitingDraft[] }) {
  const publish = usePublishDraft();
  return (
    <ul className={styles.rows}>
      {drafts.map(({ noun, slug, title, author, savedAt, publishAt, isOverdue, failure }) => {
        const type = findContentType(noun);
        return (
          <li key={`${noun}/${slug}`} className={styles.draft}>
            <Row
              to={type ? updatePath(type, slug) : `/${noun}`}
              name={title}
              time={[savedAt, ageOf(savedAt)]}
              isOverdue={isOverdue}
            >
              {isOverdue
                ? `Not published: ${failure ?? "the time has passed."}`
                : publishAt
                  ? `Will be published ${formatMoment(publishAt)}`
                  : `Waits to be published${author && `, by ${author}`}`}
            </Row>
            <ActionButton
              glyph={eye}
              label="Publish now"
              name={title}
              disabled={publish.isBusy({ noun, slug, title })}
              onClick={() => publish({ noun, slug, title })}
            />
          </li>
        );
      })}
    </ul>
  );
}

const answered = { approved: "has approved it", changes: "asks for changes", comment: "has commented" } as const;

function Answers({ answers }: { answers: ClientAnswer[] }) {
  return (
    <ul className={styles.rows}>
      {answers.map(({ noun, slug, title, name, kind, text, createdAt }) => {
        const type = findContentType(noun);
        return (
          <li key={`${noun}/${slug}/${createdAt}/${text}`}>
            <Row to={type ? updatePath(type, slug) : `/${noun}`} name={title} time={[createdAt, ageOf(createdAt)]}>
              {name} {answered[kind]}
              {text.trim() && `: ${text}`}
            </Row>
          </li>
        );
      })}
    </ul>
  );
}

function Openings({ openings }: { openings: Closing[] }) {
  const today = dayIn(undefined, new Date());
  return (
    <ul className={styles.rows}>
      {openings.map(({ slug, title, closesOn }) => (
        <li key={slug}>
          <Row to={`/job/update/${slug}`} name={title} time={[closesOn, day.format(new Date(closesOn))]}>
            {closesOn < today ? "Closed, still on the site" : "Closes"}
          </Row>
        </li>
      ))}
    </ul>
  );
}

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

const minuteMs = 60_000;

/** Age in the largest unit that fits: "5 min", "3 h", "12 days". */
function ageOf(at: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / minuteMs));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} days`;
}
