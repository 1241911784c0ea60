import type { ReactNode } from "react";

/** Rendered on the server only: the browser keeps the HTML as it is and loads neither code nor data for it. Nothing in it may need JavaScript. */
export function ServerDrawn({ className, children }: { className: string | undefined; children: ReactNode }) {
  return import.meta.env.SSR ? (
    <div className={className}>{children}</div>
  ) : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set, since React leaves what it hydrates
    <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
  );
}
