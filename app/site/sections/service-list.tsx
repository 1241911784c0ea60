import type { ServiceEntry } from "#app/features/site-content/defaults/site-content.ts";
import { DrawnHeading } from "#app/ui/site/drawn-heading.tsx";
import styles from "./service-list.module.css";

export function ServiceList({ heading, services }: { heading: string; services: ServiceEntry[] }) {
  return (
    <section className="section solid lap">
      <div className="wrap">
        <div className="head">
          <DrawnHeading className="h2" text={heading} />
        </div>
        <ol role="list">
          {services.map((service) => (
            <li key={service.count} className={styles.row}>
              <p className={styles.count}>{service.count}</p>
              <div className={styles.heading}>
                <h3>{service.mainHeading}</h3>
                <p>{service.smHeading}</p>
              </div>
              <div className={styles.text}>
                <p>{service.mainDesc}</p>
                <p>{service.smDesc}</p>
              </div>
              <img
                className={styles.picture}
                src={service.img}
                alt=""
                width="480"
                height="320"
                loading="lazy"
                decoding="async"
              />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
