import type { ReactNode } from "react";
import { SelectField } from "#app/ui/admin/control/select-field.tsx";
import { compare, type FieldNames, type Pair, type Run, wordRuns } from "#app/ui/admin/text/compare.ts";
import { Button } from "#app/ui/button.tsx";
import { undo } from "#app/ui/glyphs.ts";
import styles from "./history.module.css";
import type { Revision } from "./revision.contract.ts";
import { nameOf, RevisionSummary, shortName } from "./version-list.tsx";

interface ComparisonProps {
  fields: FieldNames;
  shownAs?: (data: Revision["data"]) => Revision["data"];
  versions: Revision[];
  chosen: Revision;
  other: Revision;
  onCompareWith: (id: number) => void;
  /** Why restoring is impossible, if it is. */
  note: ReactNode;
  /** Null for the current version. */
  restore: { label: string; isBusy: boolean; run: () => void } | null;
}

/** Two versions side by side: the differences first, the rest collapsed. */
export function Comparison(props: ComparisonProps) {
  const { fields, shownAs = (data) => data, versions, chosen, other, onCompareWith, note, restore } = props;
  const pairs = compare(fields, shownAs(chosen.data), shownAs(other.data));
  const changed = pairs.filter(({ isChanged }) => isChanged);
  const same = pairs.filter(({ isChanged }) => !isChanged);
  return (
    <section className={`stack gap-16 ${styles.comparison}`} aria-label="Comparison">
      <div className={`stack gap-20 framed ${styles.heads}`}>
        <div className={`stack gap-14 ${styles.head}`}>
          <h2 className={`stack gap-2 ${styles.which}`}>
            <RevisionSummary revision={chosen} isNewest={chosen === versions[0]} />
          </h2>
          {note && <p className={`meta ${styles.said}`}>{note}</p>}
          {restore && (
            <Button
              kind="ink"
              glyph={undo}
              label={restore.label}
              busyLabel="Restoring"
              busy={restore.isBusy}
              onClick={restore.run}
            />
          )}
        </div>
        <div className={`stack gap-14 ${styles.head}`}>
          <SelectField
            label="Compared with"
            name="with"
            options={versions.map((revision, index) => ({
              value: String(revision.id),
              label: nameOf(revision, index === 0),
            }))}
            value={String(other.id)}
            onChange={(event) => onCompareWith(Number(event.target.value))}
          />
        </div>
      </div>
      <p className="muted" role="status">
        {changeCount(changed.length)}
      </p>
      {changed.map((pair) => (
        <Field key={pair.key} pair={pair} names={[shortName(chosen), shortName(other)]} />
      ))}
      {same.length > 0 && (
        <details className={`stack gap-16 ${styles.same}`} open={changed.length === 0}>
          <summary>{same.length === 1 ? "One field is the same" : `${same.length} fields are the same`}</summary>
          {same.map((pair) => (
            <Field key={pair.key} pair={pair} />
          ))}
        </details>
      )}
    </section>
  );
}

const changeCount = (count: number) =>
  count === 0 ? "Both versions are identical." : count === 1 ? "One field differs." : `${count} fields differ.`;

/** `names`: of the two versions. Identical content is shown once. */
function Field({ pair, names: [left, right] = ["", ""] }: { pair: Pair; names?: [string, string] }) {
  const { label, isImage, isChanged, older = null, newer = null } = pair;
  const runs = isChanged && !isImage && older !== null && newer !== null ? wordRuns(older, newer) : null;
  return (
    <section className={`stack gap-8-20 ${styles.field}`} aria-label={label}>
      <h3 className={`cluster gap-4-12 ${styles.name}`}>
        {label}
        {isChanged && <span className={styles.changed}>Changed</span>}
      </h3>
      <Side name={left} isImage={isImage} value={older} runs={runs?.older} mark="del" />
      {isChanged && <Side name={right} isImage={isImage} value={newer} runs={runs?.newer} mark="ins" />}
    </section>
  );
}

interface SideProps {
  /** Name of the version; empty if both are the same. */
  name: string;
  isImage: boolean;
  /** Null if the version lacks this field. */
  value: string | null;
  runs: Run[] | undefined;
  mark: "del" | "ins";
}

function Side({ name, ...said }: SideProps) {
  return (
    <div className={said.value ? styles.box : `${styles.box} ${styles.none}`}>
      {name && <h4 className={`meta ${styles.from}`}>{name}</h4>}
      <Value {...said} />
    </div>
  );
}

function Value({ isImage, value, runs, mark: Mark }: Omit<SideProps, "name">) {
  if (!value) return <p>{value === null ? "Not in this version" : "(empty)"}</p>;
  if (isImage)
    return (
      <>
        <img className={styles.picture} src={value} alt="" loading="lazy" />
        <p className={styles.address}>{value.split("/").at(-1)}</p>
      </>
    );
  return (
    <p className={styles.text} dir="auto">
      {runs
        ? runs.map(({ text, isOwn }, place) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: runs have no identity other than their position
            isOwn ? <Mark key={place}>{text}</Mark> : <span key={place}>{text}</span>,
          )
        : value}
    </p>
  );
}
