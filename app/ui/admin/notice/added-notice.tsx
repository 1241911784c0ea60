import { LinkButton } from "#app/ui/button.tsx";
import { external } from "#app/ui/glyphs.ts";
import { RouteButton } from "../control/route-button.tsx";
import { hideToast, showToast } from "./toast.tsx";

const toastId = "added";

interface Added {
  text: string;
  /** Path of the entry's form, below /admin. */
  open: string;
  /** Public URL of the entry; omitted or false while it is unpublished. */
  page?: string | false;
}

/** Shows a toast that an entry was added, with links to its form and its public page. */
export function showAddedToast({ text, open, page }: Added): void {
  const leave = () => hideToast(toastId);
  showToast({
    id: toastId,
    kind: "success",
    text,
    actions: (
      <>
        <RouteButton to={open} label="Open it" kind="line" glyph={null} onLeave={leave} />
        {page && (
          <LinkButton href={page} target="_blank" rel="noopener" label="View page" kind="line" glyph={external} />
        )}
      </>
    ),
  });
}
