import { showToast } from "./toast.tsx";

interface Added {
  text: string;
  /** Path of the entry's form, below /admin. */
  open: string;
  /** Public URL of the entry; omitted or false while it is unpublished. */
  page?: string | false;
}

/** Shows a toast that an entry was added, with links to its form and its public page. */
export function showAddedToast({ text, open, page }: Added): void {
  showToast({
    id: "added",
    kind: "success",
    text,
    actions: [{ label: "Open it", to: open }, ...(page ? [{ label: "View page", href: page }] : [])],
  });
}
