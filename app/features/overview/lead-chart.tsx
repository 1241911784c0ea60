import styles from "./lead-chart.module.css";
import type { Week } from "./today.contract.ts";

const width = 480;
const height = 200;
const top = 30;
const bottom = 30;
const gap = 10;

const dayAndMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const figure = (count: number) => count.toLocaleString("en-GB");
const say = (from: string) => dayAndMonth.format(new Date(from));

/**
 * Leads of the last twelve weeks without suspected spam, one bar per week, with the contact form stacked on top of the
 * quote form. A table contains the same numbers.
 */
export function LeadChart({ weeks }: { weeks: Week[] }) {
  const most = Math.max(1, ...weeks.map(({ quote, contact }) => quote + contact));
  const step = width / weeks.length;
  const unit = (height - bottom - top) / most;
  const total = weeks.reduce((sum, { quote, contact }) => sum + quote + contact, 0);
  return (
    <figure className={styles.chart}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="xMinYMid meet"
        role="img"
        aria-label={`Leads by week: ${figure(total)} in twelve weeks, at most ${figure(most)} in one, without suspected spam.`}
      >
        <path className={styles.base} d={`M0 ${height - bottom}H${width}`} />
        {weeks.map(({ from, quote, contact }, index) => {
          const left = index * step + gap / 2;
          const base = height - bottom;
          const bar = (count: number, below: number) =>
            `M${left} ${base - (below + count) * unit}h${step - gap}v${count * unit}h${-(step - gap)}z`;
          return (
            <g key={from}>
              {quote > 0 && <path className={styles.quote} d={bar(quote, 0)} />}
              {contact > 0 && <path className={styles.contact} d={bar(contact, quote)} />}
              {quote + contact > 0 && (
                <text className={styles.count} x={left + (step - gap) / 2} y={base - (quote + contact) * unit - 6}>
                  {figure(quote + contact)}
                </text>
              )}
              {index % 2 === 1 && (
                <text className={styles.week} x={left + (step - gap) / 2} y={height - 6}>
                  {say(from)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <figcaption className={styles.key}>
        <span data-source="quote">Quote form</span>
        <span data-source="contact">Contact form</span>
        <p>Without suspected spam</p>
      </figcaption>
      <details className={styles.table}>
        <summary>The same as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Week from</th>
              <th scope="col">Quote form</th>
              <th scope="col">Contact form</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ from, quote, contact }) => (
              <tr key={from}>
                <th scope="row">
                  <time dateTime={from}>{say(from)}</time>
                </th>
                <td>{figure(quote)}</td>
                <td>{figure(contact)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
