import type { ButtonHTMLAttributes } from "react";
import type { Glyph } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./icon-button.module.css";

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> {
  /** Accessible name. */
  label: string;
  glyph: Glyph;
}

/** A 48 px square button with only an icon. */
export function IconButton({ label, glyph, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={[styles.button, className].filter(Boolean).join(" ")} aria-label={label}>
      <Icon of={glyph} />
    </button>
  );
}
