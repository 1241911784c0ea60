import { requireApproval } from "#app/platform/content/approval.server.ts";
import { updateEntry, type Writing } from "#app/platform/content/content-write.server.ts";
import { createOnce } from "#app/platform/content/create-once.server.ts";
import { findDraft } from "#app/platform/content/draft.repository.server.ts";
import type { Db } from "#app/platform/deps.ts";
import type { Call } from "#app/platform/http.server.ts";
import { requirePictures } from "#app/platform/images/chosen-pictures.repository.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { isSame } from "#app/shared/merge.ts";
import type { DetailApi, Project, ProjectDetail, ProjectDetailChange } from "./project.contract.ts";
import { getProjectId, projectRepository } from "./project.repository.server.ts";
import { insertDetail, sortDetails, trashDetail, updateDetail } from "./project-detail.repository.server.ts";

// A detail section is part of its project: changing one creates a new version of the project, stored in its history.

/** Adds a section, once per Idempotency-Key. @throws AppError `not_found`; `stale` as `createOnce` */
export function addDetail(
  writing: Writing,
  slug: string,
  call: Pick<Call<DetailApi["createDetail"]>, "request" | "body">,
): Promise<ProjectDetail> {
  return createOnce(
    writing,
    call,
    async (id) => {
      const project = await projectRepository.find(writing.deps.db, slug);
      return project?.detail.find(({ _id }) => _id === id);
    },
    (recordKey) =>
      changeProject(writing, slug, undefined, async (db, projectId) => {
        await requirePictures(db, call.body);
        const detail = await insertDetail(db, projectId, call.body);
        await recordKey(db, { slug, id: detail._id });
        return detail;
      }),
  );
}

/** `ifMatch`: the version of the project that was edited. @throws AppError `not_found` or `stale` */
export function changeDetail(
  writing: Writing,
  slug: string,
  id: string,
  ifMatch: number | undefined,
  change: ProjectDetailChange,
): Promise<ProjectDetail> {
  return changeProject(writing, slug, ifMatch, async (db, projectId, at) => {
    await requirePictures(db, change, await projectRepository.find(db, slug));
    await requireSectionApproval(db, { slug, id, at });
    return updateDetail(db, projectId, id, change);
  });
}

/** What a draft changes in a section of a public project waits with it. @throws AppError `conflict` */
async function requireSectionApproval(db: Db, { slug, id, at }: { slug: string; id: string; at: Date }): Promise<void> {
  const draft = await findDraft(db, "project", slug);
  const sectionIn = (of: Record<string, unknown> | undefined) =>
    (of?.sections as ProjectDetail[] | undefined)?.find(({ _id }) => _id === id);
  if (isSame(sectionIn(draft?.changes), sectionIn(draft?.base))) return;
  const { published } = await projectRepository.get(db, slug, { publishedOnly: false });
  if (published) await requireApproval(db, "project", slug, at);
}

/**
 * Deleting a section that is already in the trash, or never existed, is not an error and creates no new version of the
 * project.
 */
export async function removeDetail(writing: Writing, slug: string, id: string): Promise<{ _id: string }> {
  try {
    await changeProject(writing, slug, undefined, (db, projectId, at) => trashDetail(db, projectId, id, at));
  } catch (error) {
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  }
  return { _id: id };
}

/** Puts the sections in the order of `ids`. @throws AppError `not_found` */
export async function reorderDetails(writing: Writing, slug: string, ids: string[]): Promise<Project> {
  await changeProject(writing, slug, undefined, (db, projectId) => sortDetails(db, projectId, ids));
  return projectRepository.get(writing.deps.db, slug, { publishedOnly: false });
}

async function changeProject<T>(
  writing: Writing,
  slug: string,
  ifMatch: number | undefined,
  change: (db: Db, projectId: number, at: Date) => Promise<T>,
): Promise<T> {
  let changed: T | undefined;
  await updateEntry(writing, projectRepository, slug, ifMatch, async (db, current, at) => {
    changed = await change(db, await getProjectId(db, slug), at);
    return projectRepository.update(db, current, {}, at, { isSample: false });
  });
  return changed as T;
}
