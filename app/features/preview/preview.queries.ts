import { officeSender } from "#app/browser/session.ts";
import type { BodyOf } from "#app/shared/endpoint.ts";
import type { PreviewApi } from "./preview.contract.ts";

const call = officeSender<PreviewApi>();

/** @returns the address of the page as it would be after this save, for 15 minutes. @throws what the save would throw */
export const makePreview = async (input: BodyOf<PreviewApi["create"]>): Promise<string> =>
  (await call("POST", "/preview/new", { body: input })).data.url;
