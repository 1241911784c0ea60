import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import { menu, moon, sun } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Logo, type LogoPictures } from "#app/ui/logo.tsx";
import { QuoteButton } from "#app/ui/site/quote-button.tsx";
import { SidePanel } from "#app/ui/site/side-panel.tsx";
import { EmailAndPhone } from "./email-and-phone.tsx";
import styles from "./site-header.module.css";
import { isEntryOf, isHere, sitePages } from "./site-pages.ts";

interface SiteHeaderProps {
  company: Pick<SiteContent["company"], "name" | "email" | "phone" | "address">;
  path: string;
  logo: LogoPictures | undefined;
}

export function SiteHeader({ company, path, logo }: SiteHeaderProps) {
  const { name } = company;
  return (
    <>
      <header className={styles.header}>
        <div className={`wrap line ${styles.row}`}>
          <a href="/" className={styles.home} aria-label={`${name}, home`}>
            <Logo name={name} lettersId="wordmark" pictures={logo} />
          </a>
          <nav className={styles.nav} aria-label="Main">
            <PageLinks path={path} />
          </nav>
          <div className={`line ${styles.actions}`}>
            <ThemeButton />
            <QuoteButton kind="ink" size="small" className={styles.quote} />
            {/* biome-ignore lint/a11y/useSemanticElements: without JavaScript only a link can open it */}
            <a
              href="#menu"
              role="button"
              className={`icon-button ${styles.menu}`}
              aria-label="Menu"
              aria-haspopup="dialog"
            >
              <Icon of={menu} />
            </a>
          </div>
        </div>
      </header>
      <SidePanel id="menu" title="Menu" hideTitle lead={<Logo name={name} pictures={logo} />} solid isLeft>
        <nav className={styles.big} aria-label="Menu">
          <PageLinks path={path} />
        </nav>
        <div className={styles.foot}>
          <dl className={styles.reach}>
            <EmailAndPhone {...company} />
            {company.address && (
              <div>
                <dt>Office</dt>
                <dd>{company.address}</dd>
              </div>
            )}
          </dl>
          <div className={`line between ${styles.last}`}>
            <QuoteButton kind="ink" size="small" />
            <ThemeButton />
          </div>
        </div>
      </SidePanel>
    </>
  );
}

function PageLinks({ path }: { path: string }) {
  return (
    <ul>
      {sitePages.map((page) => (
        <li key={page.path}>
          <a href={page.path} aria-current={isHere(page.path, path) ? "page" : isEntryOf(page.path, path) || undefined}>
            {page.name}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** CSS shows the matching label, so the server need not know the theme. The entry script handles the click. */
function ThemeButton() {
  return (
    // Without JavaScript the page follows the system's theme.
    <button type="button" className="icon-button needs-script" data-theme-toggle="">
      <span className={styles.light}>
        <Icon of={moon} />
        <span className="vh">Dark theme</span>
      </span>
      <span className={styles.dark}>
        <Icon of={sun} />
        <span className="vh">Light theme</span>
      </span>
    </button>
  );
}
