// Imported first, because they define the order of the layers.
import type { ReactNode } from "react";
import { QuotePanel } from "#app/features/quote/quote-panel.tsx";
import type { FormFailure, Frame } from "#app/site/render/page-data.ts";
import { FrameContext } from "./frame-context.ts";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

/** The layout of every public page: header, footer and the quote panel, which any `#quote` link opens. */
export default function SiteLayout({ frame, children }: { frame: Frame; children: ReactNode }) {
  const { content, path, form } = frame;
  const refusalOf = (name: FormFailure["name"]) => (form?.name === name ? form : undefined);
  return (
    <FrameContext value={frame}>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <SiteHeader company={content.company} path={path} logo={content.logo} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter content={content} path={path} year={frame.year} refusal={refusalOf("subscription")} />
      <QuotePanel {...content.quotePanel} words={content.quotePanel.sent} refusal={refusalOf("quote")} />
    </FrameContext>
  );
}
