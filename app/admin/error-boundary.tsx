import { useEffect, useLayoutEffect, useState } from "react";
import { useRouteError } from "react-router";
import { AppError } from "#app/shared/app-error.ts";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import { Screen, useTitle } from "#app/ui/admin/screen/screen.tsx";
import { Button } from "#app/ui/button.tsx";
import styles from "./error-boundary.module.css";
import { endFirstPaint } from "./first-paint/first-paint.ts";
import { askForProgram, reachServer, updateText, updateTitle, useIsOutdated } from "./frame/update-notice.tsx";

/**
 * Error boundary: a screen crashed, or its file could not be loaded, possibly because the server is of a newer build.
 * Drafts survive the reload.
 */
export function AdminError() {
  console.error(useRouteError());
  const isOutdated = useIsOutdated();
  const heading = isOutdated ? updateTitle : "This screen could not be shown";
  const [isAsked, setAsked] = useState(isOutdated);
  useTitle(heading);
  useLayoutEffect(endFirstPaint, []);
  useEffect(() => void askForProgram().then(() => setAsked(true)), []);
  return (
    <main className={`stack gap-20 ${styles.broken}`}>
      <h1>{heading}</h1>
      <p role="alert">{isOutdated ? updateText() : isAsked && "The connection may be lost. What you typed is kept."}</p>
      <Button kind="ink" label={isOutdated ? "Reload" : "Load again"} onClick={() => location.reload()} />
    </main>
  );
}

const mayBeLost = new AppError("unavailable", "The connection may be lost. What you typed is kept.");

/**
 * In place of a screen that crashed, or whose file could not be loaded. The frame around it stays, for the screens that
 * have been loaded before. If the server is of a newer build, the whole back office is to be loaded again (`AdminError`).
 */
export function ScreenError() {
  const reason = useRouteError();
  const [error, setError] = useState<Error>(mayBeLost);
  useEffect(() => {
    console.error(reason);
    void askForProgram();
  }, [reason]);
  if (useIsOutdated()) throw reason;
  // A document that is loaded without a connection would be the browser's own.
  const retry = () => void reachServer().then(() => location.reload(), setError);
  return (
    <Screen heading="This screen could not be shown">
      <Failure text="It could not be loaded." error={error} onRetry={retry} />
    </Screen>
  );
}
