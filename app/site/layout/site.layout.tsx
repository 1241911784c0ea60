// Imported first, because they define the order of the layers.
import "./styles.ts";
import type { ReactNode } from "react";
import { Island } from "#app/site/islands/island.tsx";
import type { FormFailure, Frame } from "#app/site/render/page-data.ts";
import { SidePanel } from "#app/ui/site/side-panel.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

/** The layout of every public page: header, footer and the quote panel, which any `#quote` link opens. */
export default function SiteLayout({ frame, children }: { frame: Frame; children: ReactNode }) {
  const { content, path } = frame;
  const { heading, lead, sent } = content.quotePanel;
  const refusal = refusalOf(frame, "quote");
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <SiteHeader company={content.company} path={path} logo={content.logo} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter content={content} path={path} year={frame.year} refusal={refusalOf(frame, "subscription")} />
      <SidePanel
        id="quote"
        title={heading}
        lead={
          <p className="muted">
            {lead}
            {content.company.answers && ` ${content.company.answers}`}
          </p>
        }
        open={refusal !== undefined}
        first="[name=fullName]"
      >
        <Island name="quote" props={{ words: sent, refusal }} />
      </SidePanel>
    </>
  );
}

/** What the server has refused of this form (JavaScript off), for rendering it again. */
export function refusalOf({ form }: Pick<Frame, "form">, name: FormFailure["name"]): FormFailure | undefined {
  return form?.name === name ? form : undefined;
}
