import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { uploadImage } from "#app/features/upload/upload.queries.ts";
import { AppError } from "#app/shared/app-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { useEntryForm } from "#app/ui/entry-form.ts";
import { LeaveQuestion } from "#app/ui/form-frame.tsx";
import { check } from "#app/ui/glyphs.ts";
import { showFailure, showSuccess } from "#app/ui/toast.tsx";
import { DetailFields, type DetailValues, valuesOf } from "./detail-fields.tsx";
import type { Project, ProjectDetail, VersionedDetail } from "./project.contract.ts";
import { changeDetail, detailView } from "./project.queries.ts";

interface DetailEditProps {
  slug: string;
  detailId: string;
  onClose: () => void;
  /** Opens it once more. */
  onRetry: () => void;
}

/** The page holds several forms; each keeps its draft under its own part of the address. */
export const draftAddress = (detailId: string) => `${location.pathname}#${detailId}`;

/** Opens once the section is loaded (spec §4); a section that cannot be loaded is told about instead. */
export function DetailEdit({ slug, detailId, onClose, onRetry }: DetailEditProps) {
  const { data, error } = useQuery(detailView(slug, detailId));
  useEffect(() => {
    if (!error || data) return;
    showFailure("The section could not be loaded.", error, onRetry);
    onClose();
  }, [error, data, onClose, onRetry]);
  return data ? <EditDialog slug={slug} section={data} onClose={onClose} /> : null;
}

const sectionOf = ({ detail }: Project, id: string) => detail.find(({ _id }) => _id === id);

interface Save {
  values: DetailValues;
  version: number | undefined;
  /** What the section held in that version; unknown where a draft has outlived it. */
  was: string | undefined;
}

/** A version is the whole project's. Where somebody saved something else of it, this section is as it was and there is nothing to choose. */
async function saveSection(slug: string, id: string, { values, version, was }: Save): Promise<unknown> {
  try {
    return await changeDetail(slug, id, values, version);
  } catch (error) {
    if (!(error instanceof AppError && error.code === "stale")) throw error;
    const newer = error.data as Project;
    const theirs = sectionOf(newer, id);
    // One that is gone is refused by the server, in its words.
    if (theirs && held(theirs) !== was) throw error;
    return saveSection(slug, id, { values, version: newer.version, was });
  }
}

const held = (section: ProjectDetail) => JSON.stringify(valuesOf(section));

/** As long as the dialog takes to fade (spec §9). */
const fadeMs = 300;

interface EditDialogProps extends Pick<DetailEditProps, "slug" | "onClose"> {
  section: VersionedDetail;
}

function EditDialog({ slug, section, onClose }: EditDialogProps) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(true);
  const [isAsking, setAsking] = useState(false);
  const [seen] = useState(() => new Map<number | undefined, string>());
  seen.set(section.version, held(section));
  const close = () => {
    setAsking(false);
    setOpen(false);
    setTimeout(onClose, fadeMs);
  };
  const form = useEntryForm({
    initial: valuesOf(section),
    draftAt: draftAddress(section._id),
    version: section.version,
    save: (values, version) => saveSection(slug, section._id, { values, version, was: seen.get(version) }),
    valuesOf: (project: Project) => valuesOf(sectionOf(project, section._id) ?? section),
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
