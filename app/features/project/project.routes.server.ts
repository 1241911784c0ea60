import { createEntry, removeEntry, updateEntry } from "#app/platform/content.server.ts";
import { type AnyCall, ifMatch, office, route } from "#app/platform/http.server.ts";
import { projectApi } from "./project.contract.ts";
import {
  getProject,
  getProjectVersion,
  insertProject,
  streamProjects,
  trashProject,
  updateProject,
} from "./project.repository.server.ts";
import { addDetail, changeDetail, removeDetail, reorderDetails } from "./project.service.server.ts";
import { getDetail } from "./project-detail.repository.server.ts";

const writing = (call: AnyCall) => ({ deps: call.deps, noun: "project", userId: office(call).id });

export const projectRoutes = [
  route(projectApi.list, ({ deps, query, caller }) => streamProjects(deps.db, { ...query, publishedOnly: !caller })),
  route(projectApi.view, async ({ deps, params, caller }) => ({
    data: await getProject(deps.db, params.slug, { publishedOnly: !caller }),
  })),
  route(projectApi.create, async (call) => ({
    data: await createEntry(writing(call), (db, at) => insertProject(db, call.body, at)),
  })),
  route(projectApi.update, async (call) => ({
    data: await updateEntry(
      writing(call),
      ifMatch(call.request),
      (db) => getProject(db, call.params.slug, { publishedOnly: false }),
      (db, current, at) => updateProject(db, current, call.body, at),
    ),
  })),
  route(projectApi.remove, (call) =>
    removeEntry(writing(call), call.params.slug, (db, at) => trashProject(db, call.params.slug, at)),
  ),
  route(projectApi.viewDetail, async ({ deps, params, caller }) => {
    // The version first: should somebody save in between, the section is newer than its version says, and a save over it is noticed.
    const { id, version } = await getProjectVersion(deps.db, params.slug, { publishedOnly: !caller });
    const detail = await getDetail(deps.db, id, params.detailId);
    return { data: caller ? { ...detail, version } : detail };
  }),
  route(projectApi.createDetail, async (call) => ({
    data: await addDetail(writing(call), call.params.slug, call.body),
  })),
  route(projectApi.updateDetail, async (call) => ({
    data: await changeDetail(writing(call), call.params.slug, call.params.detailId, ifMatch(call.request), call.body),
  })),
  route(projectApi.sortDetails, async (call) => ({
    data: await reorderDetails(writing(call), call.params.slug, call.body.ids),
  })),
  route(projectApi.removeDetail, async (call) => ({
    data: await removeDetail(writing(call), call.params.slug, call.params.detailId),
  })),
];
