import styles from "./squad.module.css";

// One character per person: o client (outline), f ours (solid), c client with a check mark, - a line between two.
const patterns: Record<string, string[]> = {
  "dedicated-team": ["oofff", "oofff", "  fff"],
  "hire-a-developer": ["oooo", "ooof", "oooo"],
  "project-ownership": ["o ffff", "  ffff", "  ffff"],
  "quality-assurance": ["cccc f", "cccc f", "cccc f"],
  "support-and-maintenance": ["oooooo", "oooooo", "ffffff"],
  devops: ["of-fo", "of-fo", "of-fo"],
};

const pitch = 21;

/** Team composition as squares of 16 units with gaps of 5. */
export function Squad({ name }: { name: string }) {
  const rows = patterns[name] ?? [];
  const each = (signs: string, shape: (x: number, y: number) => string) =>
    rows
      .flatMap((row, y) => [...row].map((sign, x) => (signs.includes(sign) ? shape(1 + x * pitch, 1 + y * pitch) : "")))
      .join("");
  const square = (x: number, y: number) => `M${x} ${y}h16v16h-16z`;
  const check = (x: number, y: number) => `M${x + 3} ${y + 8}l4 4 6-8`;
  return (
    <svg className={styles.squad} viewBox="0 0 123 60" aria-hidden="true">
      <path className={styles.theirs} d={each("oc", square) + each("c", check)} />
      <path className={styles.ours} d={each("f", square)} />
      <path d={each("-", (x, y) => `M${x} ${y + 8}h16`)} />
    </svg>
  );
}
