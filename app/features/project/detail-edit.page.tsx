import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { uploadImage } from "#app/features/upload/upload.queries.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { useEntryForm } from "#app/ui/entry-form.ts";
import { LeaveQuestion } from "#app/ui/form-frame.tsx";
import { check } from "#app/ui/glyphs.ts";
import { showSuccess, showToast } from "#app/ui/toast.tsx";
import { DetailFields, valuesOf } from "./detail-fields.tsx";
import type { ProjectDetail } from "./project.contract.ts";
import { changeDetail, detailView } from "./project.queries.ts";

interface DetailEditProps {
  slug: string;
  detailId: string;
  onClose: () => void;
}

/** The page holds several forms; each keeps its draft under its own part of the address. */
export const draftAddress = (detailId: string) => `${location.pathname}#${detailId}`;

/** Opens once the section is loaded (spec §4); a section that cannot be loaded is told about instead. */
export function DetailEdit({ slug, detailId, onClose }: DetailEditProps) {
  const { data, error } = useQuery(detailView(slug, detailId));
  useEffect(() => {
    if (!error || data) return;
    console.error("Loading the section failed", error);
    showToast({ kind: "failure", text: `The section could not be loaded. ${error.message}` });
    onClose();
  }, [error, data, onClose]);
  return data ? <EditDialog slug={slug} section={data} onClose={onClose} /> : null;
}

/** As long as the dialog takes to fade (spec §9). */
const fadeMs = 300;

function EditDialog({ slug, section, onClose }: { slug: string; section: ProjectDetail; onClose: () => void }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(true);
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    setOpen(false);
    setTimeout(onClose, fadeMs);
  };
  const form = useEntryForm({
    initial: valuesOf(section),
    draftAt: draftAddress(section._id),
    save: (values) => changeDetail(slug, section._id, values),
    onSaved: () => {
      client.invalidateQueries({ queryKey: ["project"] });
      showSuccess("Detail successfully Updated");
      close();
    },
  });
  const leave = () => (form.changed.current ? setAsking(true) : close());
  return (
    <>
      <Dialog isOpen={isOpen} title="Detail Edit" size="wide" onClose={leave}>
        <DetailFields
          form={form}
          submit={{ label: "Update Detail", glyph: check }}
          upload={uploadImage}
          beside={<Button kind="line" size="office" label="Cancel" onClick={leave} />}
          isInDialog
        />
      </Dialog>
      <LeaveQuestion
        isOpen={isAsking}
        onStay={() => setAsking(false)}
        onLeave={() => {
          form.discard();
          close();
        }}
      />
    </>
  );
}
