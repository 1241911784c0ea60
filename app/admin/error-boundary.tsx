import { useEffect, useLayoutEffect, useState } from "react";
import { useRouteError } from "react-router";
import { useTitle } from "#app/ui/admin/screen/screen.tsx";
import { Button } from "#app/ui/button.tsx";
import styles from "./error-boundary.module.css";
import { endFirstPaint } from "./first-paint/first-paint.ts";
import { askForProgram, updateText, updateTitle, useIsOutdated } from "./frame/update-notice.tsx";

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
