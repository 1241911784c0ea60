import type { ReactNode } from "react";
import { Link } from "react-router";
import { findContentType } from "#app/platform/content/content-types.ts";
import { updatePath } from "#app/shared/content-type.ts";
import { formatLeadCount } from "#app/shared/lead-count.ts";
import { maxDue } from "#app/shared/limits.ts";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { Pane } from "#app/ui/admin/screen/pane.tsx";
import { formatAge, formatMoment } from "#app/ui/admin/text/format-time.ts";
import { eye } from "#app/ui/glyphs.ts";
import { AllDone } from "./all-done.tsx";
import type { ListedLead, NextStep, WaitingDraft, Work } from "./today.contract.ts";
import styles from "./today.module.css";

export function Unanswered({ count, oldest }: Work["unanswered"]) {
  const all = formatLeadCount(count);
  return (
    <List
      id="unanswered"
      heading="Unanswered leads"
      count={all}
      beside={count > 0 && <Link to="/quote?status=new&show=wanted">All {all} unanswered</Link>}
      items={oldest}
      keyOf={({ slug }) => slug}
      none="Every lead is answered."
    >
      {(lead) => <LeadRow {...lead} />}
    </List>
  );
}

export function NewestLeads({ count, answered, newest }: Work["leads"]) {
  return (
    <List
      id="newest"
      heading="Newest leads"
      beside={
        <>
          {answered > 0 && <Link to="/quote?status=replied&show=wanted">{formatLeadCount(answered)} answered</Link>}
          <Link to="/quote?show=wanted">All {formatLeadCount(count)} leads</Link>
        </>
      }
      items={newest}
      keyOf={({ slug }) => slug}
    >
      {(lead) => <LeadRow {...lead} />}
    </List>
  );
}

const LeadRow = ({ slug, fullName, message, createdAt, step, owner }: ListedLead) => (
  <Row
    to={`/quote/${slug}`}
    name={fullName}
    time={[createdAt, formatAge(createdAt)]}
    whose={<Whose step={step} owner={owner} />}
  >
    {message}
  </Row>
);

/** Whose step a lead waits for: the office's, with its owner, or the client's. */
function Whose({ step, owner }: Pick<ListedLead, "step" | "owner">) {
  if (step === "won" || step === "lost") return step === "won" ? "Won" : "Lost";
  if (step === "theirs") return "Waiting for the client";
  return owner === null ? <span className={styles.nobody}>Nobody has taken it</span> : <bdi>{owner}</bdi>;
}

const dueCount = ({ length }: unknown[]) => formatLeadCount(length, maxDue + 1);

export const NextSteps = ({ steps }: { steps: NextStep[] }) => (
  <List id="steps" heading="Next steps that are due" count={dueCount(steps)} items={steps} keyOf={({ slug }) => slug}>
    {({ slug, fullName, nextStep, nextStepOn, owner }) => (
      <Row
        to={`/quote/${slug}`}
        name={fullName}
        time={[nextStepOn, formatDay(nextStepOn)]}
        whose={<Whose step="ours" owner={owner} />}
      >
        {nextStep || "Next step"}
      </Row>
    )}
  </List>
);

type DraftsProps = Work["drafts"] & {
  publish: ((draft: WaitingDraft) => unknown) & { isBusy: (draft: WaitingDraft) => boolean };
};

export function Drafts({ count, first, publish }: DraftsProps) {
  return (
    <List id="drafts" heading="Drafts" count={formatLeadCount(count)} items={first} keyOf={editPath}>
      {(draft) => (
        <div className={styles.draft}>
          <Row
            to={editPath(draft)}
            name={draft.title}
            time={[draft.savedAt, formatAge(draft.savedAt)]}
            isOverdue={draft.isOverdue}
          >
            {stateOf(draft)}
          </Row>
          <ActionButton
            glyph={eye}
            label="Publish now"
            name={draft.title}
            disabled={publish.isBusy(draft)}
            onClick={() => publish(draft)}
          />
        </div>
      )}
    </List>
  );
}

function stateOf({ isOverdue, failure, publishAt, author }: WaitingDraft): string {
  if (isOverdue) return `Not published: ${failure ?? "the time has passed."}`;
  return publishAt
    ? `Will be published ${formatMoment(publishAt)}`
    : `Waits to be published${author && `, by ${author}`}`;
}

const answered = { approved: "has approved it", changes: "asks for changes", comment: "has commented" } as const;

export const Answers = ({ count, first }: Work["answers"]) => (
  <List
    id="answers"
    heading="Clients’ answers"
    count={formatLeadCount(count)}
    items={first}
    keyOf={(answer) => `${editPath(answer)} ${answer.createdAt} ${answer.text}`}
  >
    {(answer) => (
      <Row to={editPath(answer)} name={answer.title} time={[answer.createdAt, formatAge(answer.createdAt)]}>
        {answer.name} {answered[answer.kind]}
        {answer.text.trim() && `: ${answer.text}`}
      </Row>
    )}
  </List>
);

export const Openings = ({ openings }: { openings: Work["closing"] }) => (
  <List
    id="closing"
    heading="Openings about to close"
    count={dueCount(openings)}
    items={openings}
    keyOf={({ slug }) => slug}
  >
    {({ slug, title, closesOn, isOver }) => (
      <Row to={`/job/update/${slug}`} name={title} time={[closesOn, formatDay(closesOn)]}>
        {isOver ? "Closed, still on the site" : "Closes"}
      </Row>
    )}
  </List>
);

interface ListProps<T> {
  id: string;
  heading: string;
  count?: string;
  /** Links at the end of the heading's line. */
  beside?: ReactNode;
  items: T[];
  keyOf: (item: T) => string;
  /** What is said if there are no items; by default the whole list is left out. */
  none?: string;
  children: (item: T) => ReactNode;
}

/** More are listed behind a disclosure. */
const atOnce = 8;

function List<T>({ id, heading, count, beside, items, keyOf, none, children }: ListProps<T>) {
  if (items.length === 0 && none === undefined) return null;
  const rows = (some: T[]) => (
    <ul>
      {some.map((item) => (
        <li key={keyOf(item)}>{children(item)}</li>
      ))}
    </ul>
  );
  return (
    <Pane
      id={id}
      heading={
        <>
          {heading} {count !== undefined && <span className={styles.count}>{count}</span>}
        </>
      }
      beside={beside && <p className={styles.links}>{beside}</p>}
    >
      {items.length === 0 ? (
        <AllDone>{none}</AllDone>
      ) : (
        <div>
          {rows(items.slice(0, atOnce))}
          {items.length > atOnce && (
            <details className={styles.more}>
              <summary>{items.length - atOnce} more</summary>
              {rows(items.slice(atOnce))}
            </details>
          )}
        </div>
      )}
    </Pane>
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
      <span className={`truncate ${styles.name}`} dir="auto">
        {name}
      </span>
      <span className={`truncate ${styles.words} ${isOverdue ? styles.overdue : ""}`} dir="auto">
        {children}
      </span>
      {whose !== undefined && <span className={`truncate ${styles.whose}`}>{whose}</span>}
      <time className={styles.age} dateTime={at}>
        {said}
      </time>
    </Link>
  );
}

/** The form of an entry, or the screen of the site's texts. */
function editPath({ noun, slug }: { noun: string; slug: string }): string {
  const type = findContentType(noun);
  return type ? updatePath(type, slug) : `/${noun}`;
}

// With the year: what is overdue may be of an earlier one.
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "2-digit", timeZone: "UTC" });
const formatDay = (date: string) => day.format(new Date(date));
