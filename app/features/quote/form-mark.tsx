import styles from "./form-mark.site.module.css";

type Point = readonly [x: number, y: number];

/** The mark in a part for each field: its outline, whose sides are horizontal or vertical, and the built piece's surface. */
const parts: { field: string; outline: Point[]; surface?: string }[] = [
  {
    field: "fullName",
    outline: [
      [3, 17],
      [3, 3],
      [15, 3],
      [15, 17],
      [9, 17],
      [9, 29],
      [3, 29],
      [3, 17],
    ],
  },
  {
    field: "email",
    outline: [
      [18.75, 20],
      [18.75, 2.75],
      [29.25, 2.75],
      [29.25, 20],
    ],
    surface: "M18 2H30V20H18Z",
  },
  {
    field: "message",
    outline: [
      [29.25, 20],
      [29.25, 29.25],
      [12.75, 29.25],
      [12.75, 20.75],
      [18, 20.75],
    ],
    surface: "M12 20H30V30H12Z",
  },
];

/** A dash and a gap, as in form-mark.site.module.css. */
const dash = 0.6;
const gap = 2.2;

/**
 * The mark as the quote panel's form builds it: every part is dashed until its field is valid. Pure CSS that watches
 * the form's fields, so it works before hydration and without scripts.
 */
export function FormMark() {
  return (
    <svg className={styles.mark} viewBox="2 2 28 28" aria-hidden="true">
      {parts.map(({ field, outline, surface }) => (
        <g key={field} data-of={field}>
          {outline.slice(1).map((to, index) => (
            <Side key={to.join()} kind={surface ? "line" : "pencil"} from={outline[index] ?? to} to={to} />
          ))}
          {surface && <path data-drawn="surface" d={surface} />}
        </g>
      ))}
    </svg>
  );
}

/** Begins and ends with a whole dash, so that the corners are closed. */
function Side({ from, to, kind }: { from: Point; to: Point; kind: "line" | "pencil" }) {
  const length = Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]);
  const dashes = Math.round((length + gap) / (dash + gap));
  return <path data-drawn={kind} d={`M${from.join(" ")}L${to.join(" ")}`} pathLength={dashes * (dash + gap) - gap} />;
}
