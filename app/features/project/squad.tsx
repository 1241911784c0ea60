import styles from "./case.site.module.css";

export interface SquadRole {
  role: string;
  count: number;
}

/** Squares of 16, five apart, at most ten in a row. */
const [side, pitch, inRow] = [16, 21, 10];
/** Distance of the dimension line below the squares, and length of its ticks on either side. */
const [below, tick] = [12, 5];

/** The team as a dimensioned drawing: one solid square per person, one dimension line per role. */
export function Squad({ roles, people }: { roles: SquadRole[]; people: string }) {
  return (
    <div className={styles.squad}>
      <ul role="list">
        {roles.map(({ role, count }) => (
          <li key={role}>
            <People count={count} />
            <span dir="auto">{role}</span>
            {count > 1 && <span className={styles.count}> × {count}</span>}
          </li>
        ))}
      </ul>
      <p className={`line ${styles.total}`}>
        <span>{people}</span>
      </p>
    </div>
  );
}

function People({ count }: { count: number }) {
  const width = Math.min(count, inRow) * pitch - (pitch - side);
  const foot = Math.ceil(count / inRow) * pitch - (pitch - side);
  const line = foot + below;
  const squares = Array.from(
    { length: count },
    (_, n) => `M${(n % inRow) * pitch} ${Math.floor(n / inRow) * pitch}h${side}v${side}h-${side}z`,
  );
  const slant = (x: number) => `M${x - tick / 2} ${line + tick / 2}l${tick}-${tick}`;
  const height = line + tick;
  return (
    <svg viewBox={`-3 0 ${width + 6} ${height}`} width={(width + 6) * 1.5} height={height * 1.5} aria-hidden="true">
      <path className={styles.people} d={squares.join("")} />
      <path
        className={styles.measure}
        d={`M0 ${foot + 4}V${height}M${width} ${foot + 4}V${height}M-3 ${line}H${width + 3}${slant(0)}${slant(width)}`}
      />
    </svg>
  );
}
