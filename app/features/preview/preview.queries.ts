import { officeSender } from "#app/browser/session.ts";
import type { BodyOf } from "#app/shared/endpoint.ts";
import type { PreviewApi } from "./preview.contract.ts";

const call = officeSender<PreviewApi>();

/**
 * @returns the URL of the page as it would look after this save, valid for 15 minutes
 * @throws whatever the save would throw
 */
export const makePreview = async (input: BodyOf<PreviewApi["create"]>): Promise<string> =>
  (await call("POST", "/preview/new", { body: input })).data.url;
