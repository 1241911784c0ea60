import { useLayoutEffect } from "react";
import { useRouteError } from "react-router";
import { useTitle } from "#app/ui/admin/screen.tsx";
import { Button } from "#app/ui/button.tsx";
import styles from "./error-boundary.module.css";
import { endFirstPaint } from "./first-paint.ts";

/**
 * Error boundary: a screen crashed, or its chunk is missing because a newer release is deployed. Drafts survive the
 * reload.
 */
export function AdminError() {
  console.error(useRouteError());
  useTitle("Something went wrong");
  useLayoutEffect(endFirstPaint, []);
  return (
    <main className={styles.broken}>
      <h1>This screen could not be shown</h1>
      <p role="alert">The connection may be lost, or a newer version may be out. What you typed is kept.</p>
      <Button kind="ink" size="office" label="Load again" onClick={() => location.reload()} />
    </main>
  );
}
