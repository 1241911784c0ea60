import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { hashOfUpload } from "#app/shared/image-address.ts";
import { useBusy } from "#app/ui/admin/control/use-busy.ts";
import { useDeletion } from "#app/ui/admin/dialog/confirm-delete.tsx";
import { useFilter } from "#app/ui/admin/inbox/inbox-filter.tsx";
import { AdminList } from "#app/ui/admin/list/admin-list.tsx";
import { ListBar } from "#app/ui/admin/list/list-bar.tsx";
import { listError, ShowMore } from "#app/ui/admin/list/show-more.tsx";
import { showSuccess, showToast } from "#app/ui/admin/notice/toast.tsx";
import { focusHeading } from "#app/ui/admin/screen/screen.tsx";
import { KeptDialog } from "./kept-dialog.tsx";
import type { PictureVersion, ReplacedPlace, StoredPicture } from "./picture.contract.ts";
import { pictureList, removePicture, replacePicture, versionsShowing } from "./picture.queries.ts";
import { PictureRow, places } from "./picture-row.tsx";
import { uploadImage } from "./upload.queries.ts";

/** The uploaded pictures with the places that show them. */
export default function PictureListPage() {
  const filter = useFilter([], "pictures");
  const query = useInfiniteQuery(pictureList(filter.q));
  const { isBusy, isGone, replace, remove, kept, closeKept } = usePictureChanges();
  const entries = query.data?.pages.flatMap(({ data }) => data).filter(({ hash }) => !isGone(`picture:${hash}`));
  return (
    <>
      <AdminList
        heading="Pictures"
        subline={
          filter.line ||
          "Every uploaded picture and where it is used. One that nothing uses is deleted once it is 30 days old, unless an older version of an entry shows it."
        }
        bar={
          (entries || filter.isOn) && (
            <ListBar
              names={["picture", "pictures"]}
              q={filter.q}
              total={query.isPlaceholderData || query.hasNextPage ? undefined : entries?.length}
              example="Its name, where it is used, or “not used”"
              onSearch={(q) => filter.set("q", q)}
            />
          )
        }
        empty={{ text: filter.isOn ? `No picture contains “${filter.q}”.` : "No picture has been uploaded." }}
        entries={entries}
        error={listError(query)}
        onRetry={query.refetch}
        layout="rows"
        keyOf={({ hash }) => hash}
        foot={<ShowMore query={query} />}
      >
        {(picture) => (
          <PictureRow
            picture={picture}
            isBusy={isBusy(picture.hash)}
            onReplace={(file) => replace(picture, file)}
            onDelete={() => remove(picture)}
          />
        )}
      </AdminList>
      <KeptDialog versions={kept} onClose={closeKept} />
    </>
  );
}

/** Replacing and deleting pictures. `kept`: the versions that keep the picture which was to be deleted. */
function usePictureChanges() {
  const client = useQueryClient();
  const { ask, isGone } = useDeletion();
  const { isBusy, attempt } = useBusy();
  const [kept, setKept] = useState<PictureVersion[]>([]);
  // The picture is shown in lists and forms too.
  const reload = () => client.invalidateQueries();
  const undo = (from: string, to: string, changed: ReplacedPlace[]): Promise<void> =>
    attempt(from, "The former picture could not be put back.", async () => {
      focusHeading();
      const back = await replacePicture(from, to, changed);
      showSuccess(`The former picture is back in ${places(back.length)}.`);
      await reload();
    });
  const replace = (picture: StoredPicture, file: File): Promise<void> =>
    attempt(picture.hash, "The picture could not be replaced.", async () => {
      const url = await uploadImage(file, () => {}, new AbortController().signal);
      const hash = hashOfUpload(url) ?? "";
      const isSame = hash === picture.hash;
      const changed = isSame ? [] : await replacePicture(picture.hash, url);
      if (changed.length > 0)
        showToast({
          id: hash,
          kind: "success",
          title: "Replaced",
          text: `The new picture is shown in ${places(changed.length)}.`,
          actions: [{ label: "Undo", onClick: () => undo(hash, picture.url, changed) }],
        });
      else
        showToast({
          id: hash,
          kind: "failure",
          title: "Nothing was replaced",
          text: isSame
            ? "The file holds this same picture."
            : "Nothing shows it any more, or only drafts and the trash do.",
          isLasting: true,
        });
      if (isSame) return;
      // The button that replaced it goes with its places.
      focusHeading();
      await reload();
    });
  const remove = (picture: StoredPicture): Promise<void> =>
    attempt(picture.hash, "The picture could not be looked up.", async () => {
      const versions = await versionsShowing(picture.hash);
      if (versions.length > 0) setKept(versions);
      else
        ask({
          id: `picture:${picture.hash}`,
          name: picture.name,
          remove: () => removePicture(picture.hash),
          reload,
        });
    });
  return { isBusy, isGone, replace, remove, kept, closeKept: () => setKept([]) };
}
