import { dataSubjectRoutes } from "#app/features/data-subject/data-subject.routes.server.ts";
import { mailRoutes } from "#app/features/mail/mail.routes.server.ts";
import { replyTemplates } from "#app/features/mail/templates.service.server.ts";
import { todayRoutes } from "#app/features/overview/today.routes.server.ts";
import { quoteRoutes } from "#app/features/quote/quote.routes.server.ts";
import { revisionRoutes } from "#app/features/revision/revision.routes.server.ts";
import { siteContentRoutes } from "#app/features/site-content/site-content.routes.server.ts";
import { siteFields } from "#app/features/site-content/site-fields.service.server.ts";
import { sortOrderRoutes } from "#app/features/sort-order/sort-order.routes.server.ts";
import { subscriptionRoutes } from "#app/features/subscription/subscription.routes.server.ts";
import { trashRoutes } from "#app/features/trash/trash.routes.server.ts";
import { uploadRoute } from "#app/features/upload/upload.routes.server.ts";
import { administratorRoutes } from "#app/features/user/administrator.routes.server.ts";
import { secondFactorRoutes } from "#app/features/user/second-factor.routes.server.ts";
import { userRoutes } from "#app/features/user/user.routes.server.ts";
import type { Route } from "#app/platform/http.server.ts";
import type { Endpoint } from "#app/shared/endpoint.ts";
import { backupRoutes } from "./backup-download.ts";
import { contents } from "./content.ts";
import { overviewRoutes } from "./overview.ts";
import { previewRoutes } from "./preview.ts";
import { trashes } from "./trash.ts";

/** Content: the office writes it, visitors read it on cached pages. */
const content = contents.map(({ routes }) => routes);

/** Inbox: visitors write it, by one call of each noun; only the office reads it. */
const inbox = [quoteRoutes(replyTemplates), subscriptionRoutes];
const publicWrites = ["/quote/new", "/subscription/subscribe"];

/** Only the office calls these, except to log in. */
const office = [
  userRoutes,
  secondFactorRoutes,
  administratorRoutes,
  [uploadRoute],
  sortOrderRoutes,
  revisionRoutes,
  trashRoutes(trashes),
  siteContentRoutes(siteFields),
  previewRoutes,
  overviewRoutes,
  todayRoutes,
  backupRoutes,
  mailRoutes,
  dataSubjectRoutes,
];

/** Calls of somebody who is not logged in: by password, by an invitation's token, by a reset link's token. */
const loginCalls = ["/user/login", "/user/invite/check", "/user/invite/accept", "/user/reset/check", "/user/reset"];

/** A route at its address, with its access policy. */
export interface MountedRoute extends Route {
  /** Address at this server. */
  path: string;
  /** Who may call: administrators, unless it is named public. */
  access: "public" | "admin";
}

/** Which endpoints of a group anybody may call. */
type AccessPolicy = (endpoint: Endpoint) => boolean;

const mount = (groups: Route[][], isPublic: AccessPolicy): MountedRoute[] =>
  groups.flat().map((route) => ({
    ...route,
    // The upload is a call of its own beside the API (spec §7: a separate base address).
    path: route === uploadRoute ? route.endpoint.path : `/api${route.endpoint.path}`,
    access: isPublic(route.endpoint) ? "public" : "admin",
  }));

/** Every endpoint and who may call it, decided here once by direction: a room has no guard to forget. */
export const allRoutes: MountedRoute[] = [
  ...mount(content, ({ method }) => method === "GET"),
  ...mount(inbox, ({ path }) => publicWrites.includes(path)),
  ...mount(office, ({ method, path }) => method === "POST" && loginCalls.includes(path)),
];
