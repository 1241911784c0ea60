import { type ComponentProps, lazy, Suspense } from "react";
import type { ApprovalPanel } from "./approval-panel.tsx";

/** Loaded after the form, which goes on without it if that fails. */
const Panel = lazy(async () => {
  try {
    return { default: (await import("./approval-panel.tsx")).ApprovalPanel };
  } catch (error) {
    console.warn("The panel of approvals could not be loaded", error);
    return { default: NotLoaded };
  }
});

export function LazyApprovalPanel(props: ComponentProps<typeof ApprovalPanel>) {
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  );
}

const NotLoaded = ({ canAsk }: ComponentProps<typeof ApprovalPanel>) =>
  canAsk ? <p>The approval of clients could not be loaded. Load this page again to see it.</p> : null;
