import { mailTo } from "#app/shared/contact/mail-to.ts";
import { Avatar } from "#app/ui/admin/control/avatar.tsx";
import { MenuItem, MoreMenu } from "#app/ui/admin/control/menu.tsx";
import { Time } from "#app/ui/admin/inbox/inbox.tsx";
import { key, trash } from "#app/ui/glyphs.ts";
import type { Administrator } from "./administrator.contract.ts";
import styles from "./administrator-row.module.css";

interface AdministratorRowProps {
  administrator: Administrator;
  /** Undefined where it makes no sense: for oneself. */
  onReset?: () => void;
  /** Undefined for the last one. */
  onRemove?: () => void;
}

export function AdministratorRow({ administrator, onReset, onRemove }: AdministratorRowProps) {
  const { fullName, email, profileImage, createdAt, isYou, hasSecondFactor } = administrator;
  return (
    <article className={`framed lively ${styles.row}`}>
      <Avatar image={profileImage} name={fullName} className={styles.image} />
      <div className="grow breaks">
        <h2 className={`wraps gap-4-12 ${styles.name}`}>
          {fullName}
          {isYou && <span className={styles.you}>You</span>}
        </h2>
        <p>
          <a href={mailTo(email)}>{email}</a>
        </p>
        <p className="small muted">
          Since <Time at={createdAt} />. {hasSecondFactor ? "Second factor on." : "No second factor."}
        </p>
      </div>
      {(onReset || onRemove) && (
        <MoreMenu of={fullName}>
          {onReset && <MenuItem glyph={key} label="Reset link" onClick={onReset} />}
          {onRemove && <MenuItem glyph={trash} label="Remove" isDanger onClick={onRemove} />}
        </MoreMenu>
      )}
    </article>
  );
}
