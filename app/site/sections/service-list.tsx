import type { ServiceEntry } from "#app/features/site-content/defaults/site-content.ts";
import { isServicePicture } from "#app/shared/built-in-picture.ts";
import { Arrows } from "#app/ui/site/arrows.tsx";
import { DrawnHeading, plainHeading } from "#app/ui/site/drawn-heading.tsx";
import styles from "./service-list.module.css";

/** The services in order: rows, or a horizontal strip on phones (app/site/hydration/service-strip.ts). */
export function ServiceList({ heading, services }: { heading: string; services: ServiceEntry[] }) {
  return (
    <section className="section solid lap">
      <div className="wrap">
        <div className="head">
          <DrawnHeading className="h2" text={heading} />
        </div>
        <ol
          id="services"
          role="list"
          className={styles.rows}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller, until the script finds that it is none
          tabIndex={0}
          aria-label={plainHeading(heading)}
        >
          {services.map((service, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: services have no identity but their index and never move
            <li key={index} className={styles.row}>
              <p className={styles.count}>{service.count}</p>
              <div className={styles.heading}>
                <h3>{service.mainHeading}</h3>
                <p>{service.smHeading}</p>
              </div>
              <div className={styles.text}>
                <p>{service.mainDesc}</p>
                <p>{service.smDesc}</p>
              </div>
              <div className={`no-print ${styles.place}`}>
                <div className={styles.picture}>
                  <ServicePicture src={service.img} alt={service.imgText} />
                  {isServicePicture(service.img) && (
                    <ServicePicture src={`${service.img}#drawn`} className={styles.drawn} />
                  )}
                </div>
              </div>
            </li>
          ))}
        </ol>
        <div className={`needs-script ${styles.controls}`}>
          <p>
            <span data-current="">01</span> <span>/ {String(services.length).padStart(2, "0")}</span>
          </p>
          <Arrows controls="services" />
        </div>
      </div>
    </section>
  );
}

/** Scrolling moves the seam over the built-in pictures. */
function ServicePicture({ src, alt = "", className }: { src: string; alt?: string; className?: string }) {
  return <img className={className} src={src} alt={alt} width="480" height="320" loading="lazy" decoding="async" />;
}
