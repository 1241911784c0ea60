import styles from "./seats.module.css";

const rows = 3;
const columns = 9;
const pitch = 4;

/**
 * A team as squares, column by column, that goes on beyond the edge of the window. The first are only drawn, one for
 * each of the `open` positions; a style sheet fills it while its opening is unfolded.
 */
export function Seats({ open }: { open: number }) {
  const square = (place: number) => `M${Math.floor(place / rows) * pitch} ${(place % rows) * pitch}h3v3h-3z`;
  const places = Array.from({ length: rows * columns }, (_, place) => place);
  const drawn = Math.min(open, rows * (columns - 3));
  return (
    <svg
      className={styles.seats}
      viewBox={`-0.1 -0.1 ${(columns - 0.5) * pitch} ${rows * pitch - 0.8}`}
      aria-hidden="true"
    >
      {places.slice(0, drawn).map((place) => (
        <path key={place} className={styles.open} d={square(place)} />
      ))}
      <path d={places.slice(drawn).map(square).join("")} />
    </svg>
  );
}
