import { Button } from "#app/ui/button.tsx";
import { alert } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./failure.module.css";
import { canRetry } from "./failure-kind.ts";

/** Shown when loading failed: what failed, why and, if that may help, a Retry button. */
export function Failure({ text, error, onRetry }: { text: string; error: Error; onRetry: () => void }) {
  const mayHelp = canRetry(error);
  return (
    <div className={`cluster gap-14 ${styles.failure}`} role="alert">
      <Icon of={alert} />
      <div className={styles.words}>
        <p className="strong">
          {text}
          {mayHelp && " Try again."}
        </p>
        <p className="muted">{error.message}</p>
      </div>
      {mayHelp && <Button kind="line" label="Retry" onClick={onRetry} />}
    </div>
  );
}
