import styles from "./lead-chart.module.css";
import type { Week } from "./today.contract.ts";

const dayAndMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const figure = (count: number) => count.toLocaleString("en-GB");

/** Leads of the last twelve weeks, the newest first: a table with a bar in each row, the two forms one after the other. */
export function LeadChart({ weeks }: { weeks: Week[] }) {
  const most = Math.max(1, ...weeks.map(({ quote, contact }) => quote + contact));
  return (
    <table className={styles.chart}>
      <thead>
        <tr>
          <th scope="col">Week from</th>
          <td />
          <th scope="col" className={styles.quote}>
            Quote form
          </th>
          <th scope="col" className={styles.contact}>
            Contact form
          </th>
          <th scope="col">Both</th>
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map(({ from, quote, contact }) => (
          <tr key={from}>
            <th scope="row">
              <time dateTime={from}>{dayAndMonth.format(new Date(from))}</time>
            </th>
            <td>
              <svg viewBox={`0 0 ${most} 1`} preserveAspectRatio="none" aria-hidden="true">
                <rect className={styles.quote} width={quote} height={1} />
                <rect className={styles.contact} x={quote} width={contact} height={1} />
              </svg>
            </td>
            <td>{figure(quote)}</td>
            <td>{figure(contact)}</td>
            <td>{figure(quote + contact)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
