import { findContent } from "#app/platform/content/content-registry.server.ts";
import { findRevision, readRevisions } from "#app/platform/content/revision.repository.server.ts";
import { ifMatch, office, route } from "#app/platform/http.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { revisionApi } from "./revision.contract.ts";
import { restoreState } from "./revision.service.server.ts";

export const revisionRoutes = [
  route(revisionApi.list, ({ deps, params, query }) => readRevisions(deps.db, params.noun, params.slug, query)),
  route(revisionApi.restore, async (call) => {
    const { deps, request, body } = call;
    const { noun, slug } = call.params;
    const content = findContent(noun);
    const stored = content && (await findRevision(deps.db, noun, slug, body.version));
    if (!stored) throw new AppError("not_found", "This version is not stored.");
    const writing = { deps, noun, userId: office(call).id };
    const { version } = await restoreState(writing, content, slug, stored, ifMatch(request));
    return { version };
  }),
];
