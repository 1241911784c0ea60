import { useQueryClient } from "@tanstack/react-query";
import type { AnyEntry, ContentType } from "#app/shared/content-type.ts";
import { useBusy } from "#app/ui/admin/control/use-busy.ts";
import { showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { Button } from "#app/ui/button.tsx";
import { check } from "#app/ui/glyphs.ts";
import styles from "./deleted-entry.module.css";
import { queriesOf } from "./entry-editor.form.ts";

/** Above the form of a sample that came with the site: saved as it is, it is one no longer. */
export function SampleNotice({ type, entry }: { type: ContentType; entry: AnyEntry }) {
  const client = useQueryClient();
  const { isBusy, attempt } = useBusy();
  const confirm = () =>
    attempt("confirm", `The ${type.one} could not be confirmed.`, async () => {
      const { change } = queriesOf(type);
      await change(entry.slug, { [type.title]: entry[type.title] }, entry.version);
      showSuccess(`The ${type.one} is no longer a sample.`);
      await client.invalidateQueries({ queryKey: [type.name] });
    });
  return (
    <div className={`cluster gap-12-20 remark ${styles.notice}`}>
      <p>
        This {type.one} is a sample that came with the site. Change it, or confirm that it is yours and true as it is.
      </p>
      <Button kind="line" glyph={check} label="This is ours" busy={isBusy("confirm")} onClick={confirm} />
    </div>
  );
}
