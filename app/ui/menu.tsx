import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import type { Glyph } from "./glyphs.ts";
import { edit, more, trash } from "./glyphs.ts";
import { Icon } from "./icon.tsx";
import styles from "./menu.module.css";

interface MenuProps {
  /** The button that opens it; it gets the menu's attributes. */
  trigger: ReactElement;
  children: ReactNode;
}

export function Menu({ trigger, children }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} side="bottom" align="end" sideOffset={4}>
          <Base.Popup className={styles.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface ItemProps {
  glyph: Glyph;
  label: string;
  isDanger?: boolean;
}

export function MenuItem({ glyph, label, isDanger, onClick }: ItemProps & { onClick: () => void }) {
  return (
    <Base.Item className={`${styles.item} ${isDanger ? styles.danger : ""}`} onClick={onClick}>
      <Icon of={glyph} small />
      {label}
    </Base.Item>
  );
}

export function MenuLink({ glyph, label, to }: ItemProps & { to: string }) {
  return (
    <Base.LinkItem className={styles.item} render={<Link to={to} />} closeOnClick>
      <Icon of={glyph} small />
      {label}
    </Base.LinkItem>
  );
}

/** What every card offers: Update, as a link or an action, then Delete. `name` tells the buttons of a list apart. */
export function CardMenu({ name, update, onDelete }: { name: string; update: string | (() => void); onDelete: () => void }) {
  const trigger = (
    <button type="button" className={styles.kebab} aria-label={`Actions for ${name}`}>
      <Icon of={more} small />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      {typeof update === "string" ? <MenuLink glyph={edit} label="Update" to={update} /> : <MenuItem glyph={edit} label="Update" onClick={update} />}
      <MenuItem glyph={trash} label="Delete" isDanger onClick={onDelete} />
    </Menu>
  );
}
