import { discardWithUndo } from "#app/ui/admin/draft/draft-notice.tsx";
import { FormError } from "#app/ui/admin/form/form-error.tsx";
import { formatTime } from "#app/ui/admin/text/format-time.ts";
import { Button } from "#app/ui/button.tsx";
import { check } from "#app/ui/glyphs.ts";
import styles from "./save-bar.module.css";
import type { SiteForm } from "./site-content.form.ts";

interface SaveBarProps {
  form: SiteForm;
  /** @returns a function that restores what was typed */
  discard: () => () => void;
  isUploading: boolean;
  /** Present if a page shows the section. */
  preview?: { isBusy: boolean; open: () => void };
}

/** Sticky bar with the number of unsaved changes and their buttons, always in reach in a long section. */
export function SaveBar({ form, discard, isUploading, preview }: SaveBarProps) {
  const count = form.unsaved.length;
  return (
    <div className={`cluster between gap-8-20 ${styles.bar}`}>
      <FormError message={form.message} />
      <p className="muted" role="status">
        {isUploading ? "Wait until the image is uploaded." : changeCount(count)}
      </p>
      {form.keptAt && <p className="muted">Draft kept, {formatTime(form.keptAt)}</p>}
      <div className="wraps gap-8-16">
        {count > 0 && <Button kind="text" glyph={null} label="Discard" onClick={() => discardWithUndo(discard)} />}
        {preview && (
          <Button kind="line" label="Preview" busyLabel="Loading" busy={preview.isBusy} onClick={preview.open} />
        )}
        <Button
          label="Save"
          busyLabel="Saving"
          glyph={check}
          disabled={count === 0 || isUploading}
          type="submit"
          busy={form.isSaving}
        />
      </div>
    </div>
  );
}

const changeCount = (count: number) =>
  count === 0 ? "Everything is saved." : count === 1 ? "One text is not saved." : `${count} texts are not saved.`;
