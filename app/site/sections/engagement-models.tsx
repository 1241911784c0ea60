import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import { NoBreakHyphens } from "#app/ui/no-break-hyphens.tsx";
import { DrawnHeading } from "#app/ui/site/drawn-heading.tsx";
import styles from "./engagement-models.module.css";
import { Squad } from "./squad.tsx";

interface EngagementModelsProps {
  heading: string;
  engagement: SiteContent["engagement"];
  /** About: in place of what each model is. Without them (Home) the heading stands next to two columns. */
  texts?: SiteContent["about"]["models"];
}

/** The six engagement models, each with the composition of its team. */
export function EngagementModels({ heading, engagement: { models, key }, texts }: EngagementModelsProps) {
  const isSplit = texts === undefined;
  const title = (
    <div className={isSplit ? undefined : "head"}>
      <DrawnHeading className="h2" text={heading} />
      <p className={`wraps ${styles.key}`}>
        <span>{key.client}</span> <span>{key.ours}</span>
      </p>
    </div>
  );
  return (
    <section className={isSplit ? "section section--joined" : "section"}>
      <div className={isSplit ? "wrap split" : "wrap"}>
        {title}
        <ul className={`stack ${styles.models} ${isSplit ? "" : styles.three}`}>
          {models.map((model, place) => (
            <li key={model.picture} className={`wraps ${styles.model}`}>
              <Squad name={model.picture} />
              <div>
                <h3 className="h4">{model.title}</h3>
                <p>
                  <NoBreakHyphens text={texts?.[place]?.text ?? model.text} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
