import { alert } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./form-error.module.css";

interface FormErrorProps {
  message: string | null;
  /** Whether fields show it, so that it is only announced here. */
  isAtFields?: boolean;
}

/** The server's message for a refused save. */
export function FormError({ message, isAtFields = false }: FormErrorProps) {
  if (!message) return null;
  return (
    <p className={isAtFields ? "vh" : styles.error} role="alert">
      <Icon of={alert} />
      {message}
    </p>
  );
}
