import { plus } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./add-button.module.css";

/** Below a list: adds an entry to it. */
export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={`tap gap-10 ${styles.add}`} onClick={onClick}>
      <Icon of={plus} small />
      {label}
    </button>
  );
}
