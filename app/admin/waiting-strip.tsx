import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { overviewView } from "#app/features/overview/overview.queries.ts";
import { todayView } from "#app/features/overview/today.queries.ts";
import { arrow } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { WaitingPlace } from "./waiting-place.tsx";
import styles from "./waiting-strip.module.css";
import { whatWaits } from "./what-waits.ts";

/**
 * One line that summarizes pending work and links to Today; nothing if there is none. Its space is reserved while
 * loading.
 */
export function WaitingStrip() {
  const today = useQuery(todayView());
  const overview = useQuery(overviewView());
  if (today.isError || overview.isError) return null;
  if (!today.data || !overview.data) return <WaitingPlace />;
  const waits = whatWaits(today.data, overview.data);
  if (waits.length === 0) return null;
  const text = waits.join(", ");
  return (
    <Link to="/today" className={styles.strip}>
      <span className={styles.text}>{text.charAt(0).toUpperCase() + text.slice(1)}</span>
      <span className={styles.more}>
        Today <Icon of={arrow} small />
      </span>
    </Link>
  );
}
