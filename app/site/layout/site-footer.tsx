import { filledIn } from "#app/features/site-content/defaults/words.ts";
import { mailTo } from "#app/shared/contact/mail-to.ts";
import { networkOf } from "#app/shared/contact/network.ts";
import { phoneUri } from "#app/shared/contact/phone.ts";
import { Island } from "#app/site/islands/island.tsx";
import { zoneName } from "#app/site/render/calendar.ts";
import type { Frame } from "#app/site/render/page-data.ts";
import { DrawnHeading } from "#app/ui/site/drawn-heading.tsx";
import { QuoteButton } from "#app/ui/site/quote-button.tsx";
import type { Refusal } from "#app/ui/site/use-form.ts";
import styles from "./site-footer.module.css";
import { isHere, sitePages } from "./site-pages.ts";
import { Wordmark } from "./wordmark.tsx";

interface SiteFooterProps {
  content: Frame["content"];
  path: string;
  year: number;
  refusal?: Refusal;
}

/** Pages that have the form themselves, or follow one. */
const hasWritten = /^\/($|sent\/|newsletter\/)/;

export function SiteFooter({ content: { company, contact, footer, logo }, path, year, refusal }: SiteFooterProps) {
  return (
    <footer className={`solid lap ${styles.footer}`}>
      <div className="wrap">
        {!hasWritten.test(path) && (
          <div className={`stack ${styles.act}`}>
            <DrawnHeading className="h1" text={contact.heading} />
            <div>
              <p className="lead muted">{contact.lead}</p>
              <QuoteButton label="Start Building" />
            </div>
          </div>
        )}
        <div className={`stack ${styles.top}`}>
          <div className={styles.news}>
            <DrawnHeading className="h2" text={footer.heading} />
            <p className="muted">{footer.lead}</p>
            <Island name="newsletter" props={{ refusal }} />
          </div>
          <Columns company={company} footer={footer} path={path} />
        </div>
        <Wordmark name={company.name} hasLetters={!logo} />
        <div className={`wraps between ${styles.end}`}>
          <p>{`© ${year} ${company.name.replace(/\.$/, "")}. ${footer.rights}`}</p>
          <p>
            <a href="/privacy">{footer.privacy}</a>
          </p>
          <p>{company.tagline}</p>
          <p className="needs-script">
            <button type="button" data-measures="" aria-pressed="false">
              {footer.measures}
            </button>
            <span role="status" className="vh" />
          </p>
        </div>
      </div>
    </footer>
  );
}

function Columns({ company, footer, path }: Pick<Frame["content"], "company" | "footer"> & { path: string }) {
  return (
    <div className={styles.columns}>
      <nav aria-labelledby="footer-pages">
        <h3 id="footer-pages">{footer.pages}</h3>
        <ul>
          {sitePages
            .filter((page) => !isHere(page.path, path))
            .map((page) => (
              <li key={page.path}>
                <a href={page.path}>{page.name}</a>
              </li>
            ))}
        </ul>
      </nav>
      {company.social.length > 0 && (
        <div>
          <h3>{footer.follow}</h3>
          <ul>
            {company.social.map(({ name, url }) => (
              <li key={url + name}>
                <a href={url} rel="noopener">
                  {name || networkOf(url)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {company.hours.length > 0 && (
        <div className={styles.wide}>
          <h3>{footer.hours}</h3>
          <ul className={styles.hours}>
            {company.hours.map(({ days, time }) => (
              <li key={days + time}>
                <span className={styles.days}>{days}</span>
                {time && <span className={styles.time}>{time}</span>}
              </li>
            ))}
          </ul>
          {footer.zone && <p className={styles.zone}>{filledIn(footer.zone, { zone: zoneName(company.timeZone) })}</p>}
        </div>
      )}
      <div className={styles.office}>
        <h3>{footer.office}</h3>
        <address>
          {company.address && (
            <>
              {company.address}
              <br />
            </>
          )}
          <a href={phoneUri(company.phone)}>{company.phone}</a>
          <a href={mailTo(company.email)}>{company.email}</a>
        </address>
      </div>
    </div>
  );
}
