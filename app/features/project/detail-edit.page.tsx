import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Draft, draftView } from "#app/features/draft/draft.queries.ts";
import { revisionsOf } from "#app/features/revision/revision.queries.ts";
import { isSame } from "#app/shared/merge.ts";
import { Dialog } from "#app/ui/admin/dialog/dialog.tsx";
import { DraftNotice } from "#app/ui/admin/draft/draft-bar.tsx";
import { authorsIn } from "#app/ui/admin/draft/merge.ts";
import { useEntryForm } from "#app/ui/admin/form/entry-form.ts";
import { changesOf, valuesOf } from "#app/ui/admin/form/fields.ts";
import { Form } from "#app/ui/admin/form/form.tsx";
import { showFailure, showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { Button } from "#app/ui/button.tsx";
import { check } from "#app/ui/glyphs.ts";
import { detailFields } from "./detail.form.ts";
import type { Project, ProjectDetail, VersionedDetail } from "./project.contract.ts";
import { changeDetail, detailView } from "./project.queries.ts";
import { SaveSectionDraft } from "./save-section-draft.page.tsx";

interface DetailEditProps {
  slug: string;
  detailId: string;
  onClose: () => void;
  /** Opens it again. */
  onRetry: () => void;
}

/** The page holds several forms; each keeps its draft under its own URL fragment. */
export const draftAddress = (detailId: string) => `${location.pathname}#${detailId}`;

/** Opens once the section is loaded; if loading fails, shows the error instead. */
export function DetailEdit({ slug, detailId, onClose, onRetry }: DetailEditProps) {
  const { data, error } = useQuery(detailView(slug, detailId));
  const draft = useQuery(draftView("project", slug));
  useEffect(() => {
    if (!error || data) return;
    showFailure("The section could not be loaded.", error, onRetry);
    onClose();
  }, [error, data, onClose, onRetry]);
  // Without its draft the section is still edited as visitors see it.
  if (!data || draft.isPending) return null;
  return <EditDialog slug={slug} section={data} draft={draft.data ?? null} onClose={onClose} onRetry={onRetry} />;
}

const sectionOf = ({ detail }: Project, id: string) => detail.find(({ _id }) => _id === id);

const fields = { ...detailFields, description: { ...detailFields.description, rows: 6 } } as const;

const fadeMs = 300;

interface EditDialogProps extends Omit<DetailEditProps, "detailId"> {
  section: VersionedDetail;
  /** Of the project. */
  draft: Draft | null;
}

const sectionIn = (of: Draft["changes"] | undefined, id: string) =>
  ((of?.sections ?? []) as ProjectDetail[]).find(({ _id }) => _id === id);

function EditDialog({ slug, section, draft: loaded, onClose, onRetry }: EditDialogProps) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(true);
  const close = () => {
    setOpen(false);
    setTimeout(onClose, fadeMs);
  };
  const valuesFrom = (project: Project) => valuesOf(fields, sectionOf(project, section._id) ?? section);
  // The draft as it was when the dialog opened: saving it from here must not fill the form again.
  const [draft] = useState(loaded);
  const [drafted, before] = [sectionIn(draft?.changes, section._id), sectionIn(draft?.base, section._id)];
  const isDrafted = draft && drafted && before && !isSame(drafted, before);
  const form = useEntryForm({
    initial: valuesOf(fields, section),
    stored: isDrafted
      ? {
          values: changesOf(valuesOf(fields, drafted), valuesOf(fields, before)) as ReturnType<typeof valuesFrom>,
          base: valuesOf(fields, before),
          version: draft.baseVersion,
          at: Date.parse(draft.savedAt),
        }
      : null,
    draftAt: draftAddress(section._id),
    version: section.version,
    // Versions count per project: somebody else's changes to another section are merged silently.
    save: (values, version, base) => {
      const { heading, description, img } = values;
      return changeDetail(slug, section._id, { heading, description, img, ...changesOf(values, base) }, version);
    },
    // If the section has been deleted, the server rejects the next try with its own message.
    newer: (project: Project, { values }) => ({
      values: sectionOf(project, section._id) ? valuesFrom(project) : values,
      version: project.version,
    }),
    authors: async (names) => authorsIn(await revisionsOf("project", slug), valuesFrom, names),
    onSaved: () => {
      client.invalidateQueries({ queryKey: ["project"] });
      showSuccess("Detail successfully Updated");
      close();
    },
  });
  const discard = () => {
    const undo = form.discard();
    close();
    return () => {
      undo();
      onRetry();
    };
  };
  return (
    <Dialog isOpen={isOpen} title="Detail Edit" size="wide" onClose={close}>
      {isDrafted && <DraftNotice draft={draft} />}
      <Form
        form={form}
        fields={fields}
        submit={{ label: "Update Detail", glyph: check }}
        beside={(isWaiting) => (
          <>
            <SaveSectionDraft
              {...{ slug, form, fields, isWaiting }}
              id={section._id}
              seen={form.storedValues ?? valuesOf(fields, drafted ?? section)}
              onSaved={() => {
                form.noteStored(form.values);
                close();
              }}
            />
            <Button kind="line" label="Cancel" onClick={close} />
          </>
        )}
        discard={discard}
        isInDialog
      />
    </Dialog>
  );
}
