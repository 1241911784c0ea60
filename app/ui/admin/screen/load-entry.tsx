import type { ReactNode } from "react";
import { Link } from "react-router";
import { back } from "#app/ui/glyphs.ts";
import { RouteButton } from "../control/route-button.tsx";
import { Failure } from "../notice/failure.tsx";
import { isMissing } from "../notice/failure-kind.ts";
import { Placeholder } from "../notice/placeholder.tsx";
import { Screen } from "./screen.tsx";

interface LoadEntryProps<T> {
  heading: string;
  title?: string;
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  /** Heading shown instead of the form if the entry does not exist or was deleted. */
  missing: string;
  list: { to: string; label: string };
  children: (entry: T) => ReactNode;
}

/** Renders the screen of an entry once it is loaded; until then a placeholder, "not found" or an error with Retry. */
export function LoadEntry<T>({ heading, title, query, missing, list, children }: LoadEntryProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  const subline = (
    <>
      It may be in the{" "}
      <Link className="text-link" to="/trash">
        Trash
      </Link>
      , or the address may be incomplete.
    </>
  );
  if (isMissing(error))
    return (
      <Screen heading={missing} subline={subline}>
        <RouteButton to={list.to} label={list.label} kind="ink" glyph={back} />
      </Screen>
    );
  return (
    <Screen heading={heading} title={title} isNarrow>
      {error ? (
        <Failure text="This could not be loaded." error={error} onRetry={refetch} />
      ) : (
        <Placeholder layout="form" />
      )}
    </Screen>
  );
}
