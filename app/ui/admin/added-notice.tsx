import { LinkButton } from "#app/ui/button.tsx";
import { external } from "#app/ui/glyphs.ts";
import { RouteButton } from "./route-button.tsx";
import { hideToast, showToast } from "./toast.tsx";

const toastId = "added";

interface Added {
  text: string;
  /** Its form, below /admin. */
  open: string;
  /** Where visitors see it; nothing while they do not. */
  page?: string | false;
}

/** Says that an entry was added, and leads to it. */
export function tellAdded({ text, open, page }: Added): void {
  const leave = () => hideToast(toastId);
  showToast({
    id: toastId,
    kind: "success",
    text,
    actions: (
      <>
        <RouteButton to={open} label="Open it" kind="line" size="office" glyph={null} onLeave={leave} />
        {page && (
          <LinkButton
            href={page}
            target="_blank"
            rel="noopener"
            label="View page"
            kind="line"
            size="office"
            glyph={external}
          />
        )}
      </>
    ),
  });
}
