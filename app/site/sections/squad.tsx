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

/** Who is on the team: squares of 16, five apart (design section 8). Drawn by the server; the browser keeps what it was given. */
export function Squad({ name }: { name: string }) {
  return (
    <svg
      className={styles.squad}
      viewBox="0 0 123 60"
      aria-hidden="true"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: shapes of this build alone
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? shapesOf(patterns[name] ?? []) : "" }}
    />
  );
}

function shapesOf(rows: string[]): string {
  const each = (signs: string, shape: (x: number, y: number) => string) =>
    rows
      .flatMap((row, y) => [...row].map((sign, x) => (signs.includes(sign) ? shape(1 + x * pitch, 1 + y * pitch) : "")))
      .join("");
  const square = (x: number, y: number) => `M${x} ${y}h16v16h-16z`;
  const check = (x: number, y: number) => `M${x + 3} ${y + 8}l4 4 6-8`;
  return (
    `<path class="${styles.theirs}" d="${each("oc", square)}${each("c", check)}"/>` +
    `<path class="${styles.ours}" d="${each("f", square)}"/>` +
    `<path d="${each("-", (x, y) => `M${x} ${y + 8}h16`)}"/>`
  );
}
