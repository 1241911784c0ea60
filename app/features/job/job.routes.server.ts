import { createEntry, removeEntry, updateEntry } from "#app/platform/content.server.ts";
import { type AnyCall, ifMatch, office, route } from "#app/platform/http.server.ts";
import { jobApi } from "./job.contract.ts";
import { getJob, insertJob, streamJobs, trashJob, updateJob } from "./job.repository.server.ts";

const writing = (call: AnyCall) => ({ deps: call.deps, noun: "job", userId: office(call).id });

export const jobRoutes = [
  route(jobApi.list, ({ deps, query, caller }) => streamJobs(deps.db, { ...query, publishedOnly: !caller })),
  route(jobApi.view, async ({ deps, params, caller }) => ({
    data: await getJob(deps.db, params.slug, { publishedOnly: !caller }),
  })),
  route(jobApi.create, async (call) => ({
    data: await createEntry(writing(call), (db, at) => insertJob(db, call.body, at)),
  })),
  route(jobApi.update, async (call) => ({
    data: await updateEntry(
      writing(call),
      ifMatch(call.request),
      (db) => getJob(db, call.params.slug, { publishedOnly: false }),
      (db, current, at) => updateJob(db, current, call.body, at),
    ),
  })),
  route(jobApi.remove, (call) =>
    removeEntry(writing(call), call.params.slug, (db, at) => trashJob(db, call.params.slug, at)),
  ),
];
