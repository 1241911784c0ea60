import { route } from "#app/platform/http.server.ts";
import { previewApi } from "./preview.contract.ts";
import { createPreview } from "./preview.service.server.ts";

export const previewRoutes = [
  route(previewApi.create, async ({ deps, body }) => ({ url: await createPreview(deps, body) })),
];
