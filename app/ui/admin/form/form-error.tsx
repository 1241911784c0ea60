import { alert } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./form-error.module.css";

/** The server's message for a refused save. */
export function FormError({ message }: { message: string | null }) {
  if (!message) return null;
  return (
    <p className={styles.error} role="alert">
      <Icon of={alert} />
      {message}
    </p>
  );
}
