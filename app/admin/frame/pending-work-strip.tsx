import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { todayView } from "#app/features/today/today.queries.ts";
import { arrow } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { pendingWork } from "./pending-work.ts";
import { PendingWorkPlaceholder } from "./pending-work-placeholder.tsx";
import styles from "./pending-work-strip.module.css";

/**
 * One line that summarizes pending work and links to Today; nothing if there is none. Its space is reserved while
 * loading.
 */
export function PendingWorkStrip() {
  const { data, isError } = useQuery(todayView());
  if (isError) return null;
  if (!data) return <PendingWorkPlaceholder />;
  const waits = pendingWork(data);
  if (waits.length === 0) return null;
  const text = waits.join(", ");
  return (
    <Link to="/today" className={`framed line between ${styles.strip}`}>
      <span className="breaks">{text.charAt(0).toUpperCase() + text.slice(1)}</span>
      <span className={styles.more}>
        Today <Icon of={arrow} small />
      </span>
    </Link>
  );
}
