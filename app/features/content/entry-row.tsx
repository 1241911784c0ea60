import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { SelectBox } from "#app/ui/admin/control/select-box.tsx";
import { DraftMark } from "#app/ui/admin/list/draft-mark.tsx";
import { fromList } from "#app/ui/admin/list/return-to-entry.ts";
import { Grip } from "#app/ui/admin/list/sortable.tsx";
import { grid, rows } from "#app/ui/glyphs.ts";
import styles from "./entry-row.module.css";

interface EntryRowProps {
  title: string;
  subtitle: string;
  /** Path of its form. */
  to: string;
  isUnpublished: boolean;
  menu: ReactNode;
}

/** An entry of any type as a row of 48 px, so that many fit on a screen. */
export function EntryRow({ title, subtitle, to, isUnpublished, menu }: EntryRowProps) {
  return (
    <article className={`line gap-4-12 framed ${styles.row}`}>
      <SelectBox />
      <h2 className={`truncate ${styles.title}`} dir="auto">
        <Link to={to} state={fromList}>
          {title}
        </Link>
      </h2>
      <span className={`truncate muted ${styles.subtitle}`} dir="auto">
        {subtitle}
      </span>
      <DraftMark isUnpublished={isUnpublished} />
      <div className={styles.menu}>
        <Grip />
        {menu}
      </div>
    </article>
  );
}

/** Cards or rows: remembered per list on this device until logout. */
export function useListView(name: string) {
  const key = `view:${name}`;
  const [isRows, setRows] = useState(() => localStorage.getItem(key) === "rows");
  const toggle = () => {
    localStorage.setItem(key, isRows ? "cards" : "rows");
    setRows(!isRows);
  };
  return { isRows, toggle };
}

export function ViewSwitch({ isRows, onChange }: { isRows: boolean; onChange: () => void }) {
  return <ActionButton glyph={isRows ? grid : rows} label={isRows ? "Show cards" : "Show rows"} onClick={onChange} />;
}
