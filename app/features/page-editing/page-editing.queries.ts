import { officeSender } from "#app/browser/session.ts";
import type { BodyOf } from "#app/shared/endpoint.ts";
import type { PageEditingApi } from "./page-editing.contract.ts";

const call = officeSender<PageEditingApi>();

/** @returns the URL of the page with marks for editing, valid for 15 minutes */
export const renderForEditing = async (page: BodyOf<PageEditingApi["render"]>, signal: AbortSignal): Promise<string> =>
  (await call("POST", "/page-editing/render", { body: page, signal })).data.url;
