import type { ReactNode } from "react";
import { type Photo, Picture } from "#app/ui/picture.tsx";
import { DrawnHeading } from "#app/ui/site/drawn-heading.tsx";
import styles from "./team-wall.site.module.css";

export interface Member {
  slug: string;
  fullName: string;
  role: string;
  photo: Photo | null;
  alt: string;
}

interface TeamWallProps {
  heading: string;
  lead: ReactNode;
  members: Member[];
}

/** The team, in the editors' order; renders nothing if nobody is shown. */
export function TeamWall({ heading, lead, members }: TeamWallProps) {
  if (members.length === 0) return null;
  return (
    <section className={`section ${styles.team}`} id="team">
      <div className="wrap">
        <div className="head">
          <DrawnHeading className="h2" text={heading} />
          <p className="lead muted">{lead}</p>
        </div>
        <ul className={styles.wall} role="list">
          {members.map(({ slug, fullName, role, photo, alt }, place) => (
            <li key={slug}>
              <div className={styles.portrait}>
                {photo ? (
                  <Picture photo={photo} alt={alt} sizes="(min-width: 992px) 25vw, (min-width: 576px) 33vw, 50vw" />
                ) : (
                  <Joint place={place} />
                )}
              </div>
              <h3 className="h4" dir="auto">
                {fullName}
              </h3>
              {role && (
                <p className={styles.role} dir="auto">
                  {role}
                </p>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const glazes = ["marigold", "turquoise", "pistachio", "sky", "garnet", "lapis"] as const;
/**
 * Position of the step in a joint, in percent of its square. Its length is coprime with the number of glazes, so that
 * thirty neighbours differ.
 */
const steps = [
  { edge: 57, height: 52 },
  { edge: 50, height: 34 },
  { edge: 62, height: 66 },
  { edge: 46, height: 45 },
  { edge: 54, height: 72 },
];

/** Replaces a missing photograph: the joint in one glaze, with its step at a varying height. */
function Joint({ place }: { place: number }) {
  const { edge, height } = steps[place % steps.length] as (typeof steps)[number];
  const foot = edge - 25;
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className={styles[glazes[place % glazes.length] as string]}>
      <path className={styles.drawn} d={`M1 1H${edge}V${height}H${foot}V99H1Z`} />
      <path className={styles.built} d={`M${edge + 4} 0H100V100H${foot + 4}V${height + 4}H${edge + 4}Z`} />
    </svg>
  );
}
