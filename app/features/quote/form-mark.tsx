import styles from "./form-mark.module.css";

// The mark, divided into as many parts as a form has fields: each part's outline and, for the built piece, its surface.
const upperLeft = "M3 17V3H15V17H9";
const lowerLeft = "M9 17V29H3V17";
const left = "M3 3H15V17H9V29H3Z";
const upperRight = ["M18.75 20V2.75H29.25V20", "M18 2H30V20H18Z"] as const;
const lowerRight = ["M29.25 20V29.25H12.75V20.75H18", "M12 20H30V30H12Z"] as const;

const partsOf = {
  quote: [
    ["fullName", left],
    ["email", ...upperRight],
    ["message", ...lowerRight],
  ],
  contact: [
    ["fullName", upperLeft],
    ["email", lowerLeft],
    ["phoneNumber", ...upperRight],
    ["message", ...lowerRight],
  ],
} as const;

/**
 * The mark as a form builds it: every part is dashed until its field is valid. Pure CSS that watches the fields inside
 * the common `data-form-mark` ancestor, so it works before hydration and without scripts.
 */
export function FormMark({ form, className }: { form: keyof typeof partsOf; className?: string }) {
  return (
    <svg className={className ? `${styles.mark} ${className}` : styles.mark} viewBox="0 0 32 32" aria-hidden="true">
      {partsOf[form].map(([field, line, surface]) => (
        <g key={field} className={styles[field]}>
          <path className={surface ? styles.line : styles.pencil} d={line} />
          {surface && <path className={styles.surface} d={surface} />}
        </g>
      ))}
    </svg>
  );
}
