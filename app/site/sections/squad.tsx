import styles from "./squad.module.css";

// One sign a person: o the client's (outline), f ours (solid), c the client's with a check mark, - a line between two.
const patterns: Record<string, string[]> = {
  "dedicated-team": ["oofff", "oofff", "  fff"],
  "hire-a-developer": ["oooo", "ooof", "oooo"],
  "project-ownership": ["o ffff", "  ffff", "  ffff"],
  "quality-assurance": ["cccc f", "cccc f", "cccc f"],
  "support-and-maintenance": ["oooooo", "oooooo", "ffffff"],
  devops: ["of-fo", "of-fo", "of-fo"],
};

const pitch = 21;

/** Who is on the team: squares of 16, five apart (design section 8). */
export function Squad({ name }: { name: string }) {
  const rows = patterns[name];
  if (!rows) return null;
  const each = (signs: string, shape: (x: number, y: number) => string) =>
    rows
      .flatMap((row, y) => [...row].map((sign, x) => (signs.includes(sign) ? shape(1 + x * pitch, 1 + y * pitch) : "")))
      .join("");
  const square = (x: number, y: number) => `M${x} ${y}h16v16h-16z`;
  return (
    <svg className={styles.squad} viewBox="0 0 123 60" aria-hidden="true">
      <path className={styles.theirs} d={each("oc", square)} />
      <path className={styles.ours} d={each("f", square)} />
      <path className={styles.theirs} d={each("c", (x, y) => `M${x + 3} ${y + 8}l4 4 6-8`)} />
      <path d={each("-", (x, y) => `M${x} ${y + 8}h16`)} />
    </svg>
  );
}
