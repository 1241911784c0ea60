import { findContentType } from "#app/platform/content/content-types.ts";
import type { Db } from "#app/platform/deps.ts";
import { office, type Route, route, rowId } from "#app/platform/http.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { approvalApi } from "./approval.contract.ts";
import { makeLink, markNote, readApprovals, revokeLink, setRequired } from "./approval.service.server.ts";

/** Publishes a draft in a dry run. @throws what keeps it from being shown to a client */
type Preview = (copy: Db, of: { noun: string; slug: string; page: string }, at: Date) => Promise<unknown>;

/** The back office's side of links for clients. */
export const approvalRoutes = (preview: Preview): Route[] => [
  route(approvalApi.list, async ({ deps, params }) => {
    const { noun, slug } = entryIn(params);
    return await readApprovals(deps, noun, slug);
  }),
  route(approvalApi.create, async (call) => {
    const { deps, params, body } = call;
    const entry = entryIn(params);
    await deps.dryRun((copy) => preview(copy, { ...entry, page: body.page }, deps.now()));
    return await makeLink(deps, entry, body, office(call).id);
  }),
  route(approvalApi.change, async (call) => {
    const id = rowId(call.params.id);
    await setRequired(call.deps, id, call.body.isRequired, office(call).id);
    return { id };
  }),
  route(approvalApi.revoke, async (call) => {
    const id = rowId(call.params.id);
    await revokeLink(call.deps, id, office(call).id);
    return { id };
  }),
  route(approvalApi.mark, async ({ deps, params, body }) => {
    const id = rowId(params.id);
    await markNote(deps, id, body.isDone);
    return { id };
  }),
];

/** What can have a draft. */
function entryIn({ noun, slug }: { noun: string; slug: string }) {
  if (noun !== "site" && !findContentType(noun)) throw new AppError("not_found", "There are no drafts of this kind.");
  return { noun, slug };
}
