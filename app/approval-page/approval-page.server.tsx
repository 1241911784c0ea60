import { renderToStaticMarkup } from "react-dom/server";
import type { ApprovalNote, Spot } from "#app/features/approval/approval.contract.ts";
import { timeIn } from "#app/shared/day.ts";

interface ApprovalPage {
  company: string;
  /** The title of the entry as it is to be approved. */
  title: string;
  /** Whom the link is for. */
  name: string;
  /** Who made it; empty if that user has been removed. */
  author: string;
  /** ISO 8601, UTC. */
  endsAt: string;
  timeZone: string;
  /** The path of this page. */
  path: string;
  /** The part of the page to show first, such as `#questions`, or empty. */
  fragment: string;
  /** Whether visitors see the page already. */
  isLive: boolean;
  /** Fingerprint of what is shown. */
  seen: string;
  formKey: string;
  notes: ApprovalNote[];
  /** What was typed and refused, with the reason. `saysState`: it is what the page would say of its own state. */
  refused?: { message: string; saysState: boolean; name: string; text: string; spot: string } | undefined;
  /** Set after an answer was stored. */
  isSent: boolean;
}

const kinds = { comment: "Comment", approved: "Approved", changes: "Asked for changes" } as const;

/** The body of a client's page: the page in a frame, the form, and what was answered so far. Works without scripts. */
export function approvalPageBody(page: ApprovalPage): string {
  return renderToStaticMarkup(
    <>
      <a className="skip" href="#answer">
        Skip to your answer
      </a>
      <Body {...page} />
    </>,
  );
}

function Body(page: ApprovalPage) {
  const { company, title, name, author, endsAt, timeZone, path, fragment, isLive, notes, refused, isSent } = page;
  return (
    <main className="approval">
      <header>
        <p className="meta">{company}</p>
        <h1 dir="auto">{title}</h1>
        <p className="lead">
          {author || company} asks {name} to look at this page before visitors see it. This link is open until{" "}
          {timeIn(timeZone, endsAt)}.
        </p>
        {!refused?.saysState && <p className="state">{stateOf(notes, isLive)}</p>}
        {isSent && (
          <p className="done" role="status" tabIndex={-1}>
            Thank you, your answer has been sent.
          </p>
        )}
      </header>
      <div className="page">
        <iframe src={`${path}/page${fragment}`} title="The page" />
        <div className="pins" />
      </div>
      <div className="side">
        <p className="note">
          <a href={`${path}/page${fragment}`} target="_blank" rel="noreferrer">
            Open the page on its own
          </a>
        </p>
        <h2 id="answer" tabIndex={-1}>
          Your answer
        </h2>
        <Answer {...page} />
        <h2>Answers so far</h2>
        {notes.length === 0 ? <p className="note">None yet.</p> : <Notes notes={notes} timeZone={timeZone} />}
      </div>
    </main>
  );
}

function Answer({ path, isLive, seen, formKey, refused }: ApprovalPage) {
  return (
    <form method="post" action={path}>
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="formKey" value={formKey} />
      <input type="hidden" name="spot" defaultValue={refused?.spot ?? ""} />
      <p className="error" role="alert" hidden={!refused}>
        {refused?.message}
      </p>
      <div className="place" hidden>
        <button type="button" className="button choose">
          Comment on a spot
        </button>
        <button type="button" className="button remove" hidden>
          Remove the spot
        </button>
        <p className="note" role="status" />
      </div>
      <div>
        <label htmlFor="answer-text">Your words</label>
        <textarea id="answer-text" name="text" defaultValue={refused?.text ?? ""} />
      </div>
      <div>
        <label htmlFor="answer-name">Your name (optional)</label>
        <input id="answer-name" type="text" name="name" autoComplete="name" defaultValue={refused?.name ?? ""} />
      </div>
      <div className="buttons">
        {/* Enter in the name sends the first button: the one that decides nothing. */}
        <button type="submit" className="button" name="kind" value="comment">
          Send comment
        </button>
        {!isLive && (
          <button type="submit" className="button" name="kind" value="changes">
            Ask for changes
          </button>
        )}
        {!isLive && (
          <button type="submit" className="button first" name="kind" value="approved">
            Approve
          </button>
        )}
        <p className="note" role="status" />
      </div>
    </form>
  );
}

function Notes({ notes, timeZone }: { notes: ApprovalNote[]; timeZone: string }) {
  return (
    <ol>
      {notes.map((note, index) => (
        <li key={note.id} data-spot={note.spot ? JSON.stringify(note.spot) : undefined} data-number={index + 1}>
          <p className="meta">
            <strong>
              {index + 1}. {kinds[note.kind]}
            </strong>
            {note.name.trim() && <span dir="auto">, {note.name}</span>}, {timeIn(timeZone, note.createdAt)}
            {note.kind === "approved" &&
              !note.isCurrent &&
              ", does not count any more: the page was changed afterwards"}
            {note.doneAt && note.kind !== "approved" && ", done"}
          </p>
          {note.spot && <SpotLine spot={note.spot} />}
          <p className="words" dir="auto">
            {note.text}
          </p>
        </li>
      ))}
    </ol>
  );
}

function SpotLine({ spot }: { spot: Spot }) {
  return <p className="meta">{spot.words ? `At “${spot.words}”` : "At a spot of the page"}</p>;
}

function stateOf(notes: ApprovalNote[], isLive: boolean): string {
  if (isLive) return "Nothing waits for your approval: the page is public as you see it.";
  const last = notes.findLast(({ kind }) => kind !== "comment");
  if (!last) return "Waiting for your approval.";
  if (last.kind === "changes") return "You asked for changes.";
  return last.isCurrent
    ? "You approved this page."
    : "The page has been changed since you approved it. Please look at it again.";
}
