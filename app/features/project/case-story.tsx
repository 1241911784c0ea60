import { FormattedText } from "#app/ui/formatted-text.tsx";
import { arrow } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { type Photo, Picture } from "#app/ui/picture.tsx";
import styles from "./case.site.module.css";
import { Squad, type SquadRole } from "./squad.tsx";
import { TechnologyList } from "./technology-list.tsx";

/** Headings and labels from the site content. */
export interface CaseWords {
  client: string;
  sector: string;
  year: string;
  weeks: string;
  live: string;
  problem: string;
  sketch: string;
  decision: string;
  did: string;
  team: string;
  outcomes: string;
  source: string;
  clientWords: string;
}

export interface CaseStoryProps {
  words: CaseWords;
  clientType: string;
  sector: string;
  year: number | null;
  weeks: number | null;
  liveUrl: string;
  /** Its host, as visitors read it. */
  liveHost: string;
  problem: string;
  /** `isOwn`: one of the built-in drawings, whose pencil colour changes with the theme. */
  sketch: { photo: Photo | null; alt: string; isOwn: boolean; reason: string };
  decision: string;
  whatWeDid: string;
  disciplines: string[];
  technology: string[];
  team: SquadRole[];
  /** The number of people, as text. */
  people: string;
}

/** The story of a case study, from the problem to the team. Empty fields are left out. */
export function CaseStory(props: CaseStoryProps) {
  const { words, problem, decision, sketch, whatWeDid, disciplines, technology, team, people } = props;
  const hasSketch = sketch.photo !== null || sketch.reason !== "";
  return (
    <>
      {(problem || decision || hasSketch) && (
        <div className={`section wrap stack ${styles.argument}`}>
          {problem && <Statement heading={words.problem} text={problem} kind="drawn" />}
          {hasSketch && <Sketch heading={words.sketch} {...sketch} />}
          {decision && <Statement heading={words.decision} text={decision} kind="built" />}
        </div>
      )}
      {(whatWeDid || disciplines.length > 0) && (
        <section className={`section wrap split ${styles.did}`}>
          <div>
            {whatWeDid && <h2 className="h3">{words.did}</h2>}
            {disciplines.length > 0 && <Dashes label="Disciplines" entries={disciplines} />}
            {whatWeDid && disciplines.length === 0 && <Dashes label="Technology" entries={technology} />}
            {whatWeDid && disciplines.length > 0 && <TechnologyList entries={technology} />}
          </div>
          <div className={styles.story}>
            <FormattedText text={whatWeDid} />
          </div>
        </section>
      )}
      {team.length > 0 && (
        <section className={`section wrap split ${styles.team}`}>
          <h2 className="h3">{words.team}</h2>
          <Squad roles={team} people={people} />
        </section>
      )}
    </>
  );
}

interface CaseFactsProps extends CaseStoryProps {
  /** The first is shown, with its source. */
  outcomes: { figure: string; meaning: string; source: string }[];
}

/** What a case study opens with: a row of ruled cells, like the title block of a drawing. */
export function CaseFacts(props: CaseFactsProps) {
  const { words, clientType, sector, year, weeks, team, liveUrl, liveHost, outcomes } = props;
  const about = [
    [words.client, clientType],
    [words.sector, sector],
    [words.year, year],
    [words.weeks, weeks],
  ].filter(([, value]) => value);
  if (about.length === 0 && !liveUrl) return null;
  const people = team.map(({ role, count }) => (count > 1 ? `${role} × ${count}` : role)).join(", ");
  const cells = people ? [...about, [words.team, people]] : about;
  const [result] = outcomes;
  return (
    <dl className={styles.facts}>
      {cells.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
      {result && (
        <div>
          <dt dir="auto">{result.meaning}</dt>
          <dd dir="auto">
            {result.figure} <small>{`${words.source}: ${result.source}`}</small>
          </dd>
        </div>
      )}
      {liveUrl && (
        <div>
          <dt>{words.live}</dt>
          <dd>
            <a href={liveUrl} rel="noopener">
              {liveHost} <Icon of={arrow} small />
            </a>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The problem is set thin, as drawn; the decision heavy, as built. */
function Statement({ heading, text, kind }: { heading: string; text: string; kind: "drawn" | "built" }) {
  return (
    <section className="split">
      <h2 className="h3">{heading}</h2>
      <p className={styles[kind]} dir="auto">
        {text}
      </p>
    </section>
  );
}

/** The rejected sketch, struck through, with its reason. */
function Sketch({ heading, photo, alt, isOwn, reason }: CaseStoryProps["sketch"] & { heading: string }) {
  const words = (
    <>
      <h2 className="h3">{heading}</h2>
      {reason && (
        <p className={styles.reason} dir="auto">
          {reason}
        </p>
      )}
    </>
  );
  if (!photo) return <section className={styles.words}>{words}</section>;
  return (
    <section className={`far stack ${styles.sketch}`}>
      <div className={styles.paper}>
        <Picture
          photo={photo}
          alt={alt}
          sizes="(min-width: 992px) 54vw, 88vw"
          className={isOwn ? styles.own : undefined}
        />
        <svg className={styles.strike} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {isOwn && (
            <filter id="in-pencil" colorInterpolationFilters="sRGB">
              <feFlood />
              <feComposite in2="SourceAlpha" operator="in" />
            </filter>
          )}
          <path d="M0 100 100 0" />
        </svg>
      </div>
      <div className={styles.words}>{words}</div>
    </section>
  );
}

function Dashes({ label, entries }: { label: string; entries: string[] }) {
  return (
    <ul className={`small dash-list ${styles.list}`} role="list" aria-label={label}>
      {entries.map((entry) => (
        <li key={entry} dir="auto">
          {entry}
        </li>
      ))}
    </ul>
  );
}
