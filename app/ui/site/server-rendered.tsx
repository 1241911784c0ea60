import type { ReactNode } from "react";

/**
 * Content rendered on the server only: the browser keeps its HTML and loads neither code nor data for it. It must not
 * need JavaScript.
 */
export function ServerRendered({ className, children }: { className: string | undefined; children: ReactNode }) {
  return import.meta.env.SSR ? (
    <div className={className}>{children}</div>
  ) : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: empty; hydration leaves the server's HTML unchanged
    <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
  );
}

/** Props of such an element where it is no `div`: empty, so hydration leaves the server's HTML unchanged. */
export const serverRendered = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: "" } };
