import { office, type Route, route } from "#app/platform/http.server.ts";
import { pictureApi } from "./picture.contract.ts";
import { readPictures, readVersionsShowing, removePicture } from "./picture.service.server.ts";
import { replacePicture } from "./replace-picture.service.server.ts";
import { cropRoute } from "./upload.routes.server.ts";

export const pictureRoutes: Route[] = [
  route(pictureApi.list, ({ deps, query }) => readPictures(deps, query)),
  route(pictureApi.versions, ({ deps, params }) => readVersionsShowing(deps.db, params.hash)),
  cropRoute,
  route(pictureApi.remove, async (call) => {
    await removePicture(call.deps, call.params.hash, office(call).id);
    return { hash: call.params.hash };
  }),
  route(pictureApi.replace, async (call) => ({
    changed: await replacePicture(call.deps, call.params.hash, call.body, office(call).id),
  })),
];
