import { Link } from "react-router";
import { alert as alertSign } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Alert } from "./today.contract.ts";
import styles from "./today.module.css";

/** Problems that need attention now. */
export function Alerts({ alerts }: { alerts: Alert[] }) {
  if (alerts.length === 0) return null;
  return (
    <div role="alert">
      <ul className="stack gap-8">
        {alerts.map(({ kind, message }) => (
          <li key={kind} className={`line gap-14 ${styles.alert}`}>
            <Icon of={alertSign} />
            <p>
              {message} {kind === "mail" && <Link to="/mail">Mail</Link>}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
