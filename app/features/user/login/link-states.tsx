import { AppError } from "#app/shared/app-error.ts";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import { Placeholder } from "#app/ui/admin/notice/placeholder.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import styles from "./auth-layout.module.css";

interface LinkStatesProps {
  /** Shown while the link is being checked. */
  heading: string;
  error: Error | null;
  onRetry: () => void;
}

/** Whether the link was used, replaced or withdrawn, or has expired; it may do so while its form is open. */
export const hasEnded = (error: Error | null): error is AppError =>
  error instanceof AppError && error.code === "not_found";

/** What to do once the link has ended. */
export function EndedLink({ error }: { error: AppError }) {
  return (
    <div className={styles.fields}>
      <h1 className={styles.heading}>This link no longer works</h1>
      <p role="alert">{error.message}</p>
      <p>If you have chosen a password with it, log in with that.</p>
      <div>
        <LinkButton href="/admin/login" kind="ink" label="Go to login" />
      </div>
    </div>
  );
}

/** The states of a single-use link before it is known to work: loading, ended, or unreachable. */
export function LinkStates({ heading, error, onRetry }: LinkStatesProps) {
  if (hasEnded(error)) return <EndedLink error={error} />;
  return (
    <div className={styles.fields}>
      <h1 className={styles.heading}>{heading}</h1>
      {error ? (
        <Failure text="The link could not be checked." error={error} onRetry={onRetry} />
      ) : (
        <Placeholder layout="form" />
      )}
    </div>
  );
}
