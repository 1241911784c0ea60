import { clock } from "#app/ui/glyphs.ts";
import { RouteButton } from "../control/route-button.tsx";

/** Links from an entry's form to its revisions. */
export function HistoryButton({ of }: { of: string }) {
  return <RouteButton to={`/history/${of}`} label="History" kind="line" glyph={clock} />;
}
