import { useEffect, useState } from "react";
import { useRouteError } from "react-router";
import { AppError } from "#app/shared/app-error.ts";
import { Failure } from "#app/ui/admin/notice/failure.tsx";
import { Screen } from "#app/ui/admin/screen/screen.tsx";
import { askForProgram, reachServer, useIsOutdated } from "./frame/update-notice.tsx";

const mayBeLost = new AppError("unavailable", "The connection may be lost. What you typed is kept.");

/**
 * In place of a screen that crashed, or whose file could not be loaded. The frame around it stays, for the screens that
 * have been loaded before. If the server is of a newer build, the whole back office is to be loaded again
 * (error-boundary.tsx).
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
