import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { revisionsOf } from "#app/features/revision/revision.queries.ts";
import { uploadImage } from "#app/features/upload/upload.queries.ts";
import { Dialog } from "#app/ui/admin/dialog.tsx";
import { useEntryForm } from "#app/ui/admin/form/entry-form.ts";
import { changesOf, valuesOf } from "#app/ui/admin/form/fields.ts";
import { Form } from "#app/ui/admin/form/form.tsx";
import { authorsIn } from "#app/ui/admin/form/merge.ts";
import { showFailure, showSuccess } from "#app/ui/admin/toast.tsx";
import { Button } from "#app/ui/button.tsx";
import { check } from "#app/ui/glyphs.ts";
import { detailFields } from "./detail.form.ts";
import type { Project, VersionedDetail } from "./project.contract.ts";
import { changeDetail, detailView } from "./project.queries.ts";

interface DetailEditProps {
  slug: string;
  detailId: string;
  onClose: () => void;
  /** Opens it again. */
  onRetry: () => void;
}

/** The page holds several forms; each keeps its draft under its own URL fragment. */
export const draftAddress = (detailId: string) => `${location.pathname}#${detailId}`;

/** Opens once the section is loaded (spec §4); if loading fails, shows the error instead. */
export function DetailEdit({ slug, detailId, onClose, onRetry }: DetailEditProps) {
  const { data, error } = useQuery(detailView(slug, detailId));
  useEffect(() => {
    if (!error || data) return;
    showFailure("The section could not be loaded.", error, onRetry);
    onClose();
  }, [error, data, onClose, onRetry]);
  return data ? <EditDialog slug={slug} section={data} onClose={onClose} onRetry={onRetry} /> : null;
}

const sectionOf = ({ detail }: Project, id: string) => detail.find(({ _id }) => _id === id);

const fields = { ...detailFields, description: { ...detailFields.description, rows: 6 } } as const;

/** Duration of the dialog's fade (spec §9). */
const fadeMs = 300;

interface EditDialogProps extends Omit<DetailEditProps, "detailId"> {
  section: VersionedDetail;
}

function EditDialog({ slug, section, onClose, onRetry }: EditDialogProps) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(true);
  const close = () => {
    setOpen(false);
    setTimeout(onClose, fadeMs);
  };
  // If the section has been deleted, the server rejects the save with its own message.
  const held = (project: Project) => valuesOf(fields, sectionOf(project, section._id) ?? section);
  const form = useEntryForm({
    initial: valuesOf(fields, section),
    draftAt: draftAddress(section._id),
    version: section.version,
    // Versions count per project: somebody else's changes to another section are merged silently.
    save: (values, version, base) => changeDetail(slug, section._id, changesOf(values, base), version),
    newer: (project: Project) => ({ values: held(project), version: project.version }),
    authors: async (names) => authorsIn(await revisionsOf("project", slug), held, names),
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
      <Form
        form={form}
        fields={fields}
        submit={{ label: "Update Detail", glyph: check }}
        upload={uploadImage}
        beside={<Button kind="line" size="office" label="Cancel" onClick={close} />}
        discard={discard}
        isInDialog
      />
    </Dialog>
  );
}
