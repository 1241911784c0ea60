import { serveContent, writing } from "#app/platform/content/served-content.server.ts";
import { type AnyCall, ifMatch, route } from "#app/platform/http.server.ts";
import { detailApi, detailLayouts, project, projectChange, projectInput } from "./project.contract.ts";
import { getProjectVersion, projectDetailTrash, projectRepository } from "./project.repository.server.ts";
import { addDetail, changeDetail, removeDetail, reorderDetails } from "./project.service.server.ts";
import { projectType } from "./project.type.ts";
import { getDetail } from "./project-detail.repository.server.ts";

const by = (call: AnyCall) => writing(projectType, call);

const detailRoutes = [
  route(detailApi.viewDetail, async ({ deps, params, caller }) => {
    // The version is read first: if somebody saves in between, the section is newer than its version claims, and a save
    // over it is detected.
    const { id, version } = await getProjectVersion(deps.db, params.slug, { publishedOnly: !caller });
    const detail = await getDetail(deps.db, id, params.detailId);
    return caller ? { ...detail, version } : detail;
  }),
  route(detailApi.createDetail, (call) => addDetail(by(call), call.params.slug, call)),
  route(detailApi.updateDetail, (call) =>
    changeDetail(by(call), call.params.slug, call.params.detailId, ifMatch(call.request), call.body),
  ),
  route(detailApi.sortDetails, (call) => reorderDetails(by(call), call.params.slug, call.body.ids)),
  route(detailApi.removeDetail, (call) => removeDetail(by(call), call.params.slug, call.params.detailId)),
];

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** What is specific to projects: a permanent number, a seam, and sections with endpoints of their own. */
export default serveContent(projectType, {
  schemas: { entry: project, input: projectInput, change: projectChange },
  repository: projectRepository,
  summaries: {
    list: "All projects with their details, in the editors' order",
    view: "One project with its details",
    update: "Change a project; its details stay unless `sections` replaces them",
  },
  routes: detailRoutes,
  trash: [projectDetailTrash],
  editedParts: {
    table: "projectDetail",
    owner: "projectId",
    field: "sections",
    texts: ["heading", "description"],
    images: ["img"],
    row: ({ _id, heading, description, img, layout, imgAlt, imgFocus }, place, projectId) => ({
      ...{ id: text(_id) || `new-${place}`, projectId, position: place + 1, deletedAt: null },
      ...{ heading: text(heading), description: text(description), img: text(img), imgFocus: text(imgFocus) },
      layout: detailLayouts.find((known) => known === layout) ?? "side",
      imgAlt: typeof imgAlt === "string" ? imgAlt : null,
    }),
  },
});
