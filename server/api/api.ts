import { activityRoutes } from "#app/features/activity/activity.routes.server.ts";
import { approvalRoutes } from "#app/features/approval/approval.routes.server.ts";
import { dataSubjectRoutes } from "#app/features/data-subject/data-subject.routes.server.ts";
import { draftRoutes } from "#app/features/draft/draft.routes.server.ts";
import { mailRoutes } from "#app/features/mail/mail.routes.server.ts";
import { replyTemplates } from "#app/features/mail/templates.service.server.ts";
import { previewRoutes } from "#app/features/preview/preview.routes.server.ts";
import { previewDraft } from "#app/features/preview/preview.service.server.ts";
import { quoteRoutes } from "#app/features/quote/quote.routes.server.ts";
import { handOverLeads } from "#app/features/quote/quote-bulk.service.server.ts";
import { countOpenLeads } from "#app/features/quote/quote-owner.repository.server.ts";
import { revisionRoutes } from "#app/features/revision/revision.routes.server.ts";
import { siteAsOfRoutes } from "#app/features/site-as-of/site-as-of.routes.server.ts";
import { siteContentRoutes } from "#app/features/site-content/site-content.routes.server.ts";
import { sortOrderRoutes } from "#app/features/sort-order/sort-order.routes.server.ts";
import { subscriptionRoutes } from "#app/features/subscription/subscription.routes.server.ts";
import { todayRoutes } from "#app/features/today/today.routes.server.ts";
import { trashRoutes } from "#app/features/trash/trash.routes.server.ts";
import { pictureRoutes } from "#app/features/upload/picture.routes.server.ts";
import { uploadRoute } from "#app/features/upload/upload.routes.server.ts";
import { administratorRoutes } from "#app/features/user/administrators/administrator.routes.server.ts";
import { secondFactorRoutes } from "#app/features/user/second-factor/second-factor.routes.server.ts";
import { userRoutes } from "#app/features/user/user.routes.server.ts";
import { contents } from "#app/platform/content/content-registry.server.ts";
import type { Route } from "#app/platform/http.server.ts";
import type { Endpoint } from "#app/shared/endpoint.ts";
import { companyRoutes } from "../office/admin-company.ts";
import { backupRoutes } from "../office/backup-download.ts";
import { pageEditingRoutes } from "../pages/page-editing.ts";
import type { Access } from "./guard.ts";

/** Content: staff write it, visitors read it on cached pages. */
const content = contents.map(({ routes }) => routes);

/** Inbox: visitors write to it through one endpoint per noun; only staff read it. */
const inbox = [quoteRoutes(replyTemplates), subscriptionRoutes];
const publicWrites = ["/quote/new", "/subscription/subscribe"];

/** For administrators only, except for logging in. */
const office = [
  userRoutes,
  secondFactorRoutes,
  administratorRoutes({ countOpen: countOpenLeads, handOver: handOverLeads }),
  [uploadRoute],
  pictureRoutes,
  sortOrderRoutes,
  revisionRoutes,
  trashRoutes,
  siteContentRoutes,
  companyRoutes,
  previewRoutes,
  pageEditingRoutes,
  draftRoutes,
  approvalRoutes(previewDraft),
  todayRoutes,
  backupRoutes,
  activityRoutes,
  siteAsOfRoutes,
  mailRoutes,
  dataSubjectRoutes,
];

/** Endpoints for callers who are not logged in: authorized by password, invitation token or reset token. */
const loginCalls = ["/user/login", "/user/invite/check", "/user/invite/accept", "/user/reset/check", "/user/reset"];

/** A route at its path, with its access policy. */
export interface MountedRoute extends Route {
  /** Full path on this server. */
  path: string;
  access: Access;
}

/** Decides which endpoints of a group are public. */
type AccessPolicy = (endpoint: Endpoint) => boolean;

const mount = (groups: Route[][], isPublic: AccessPolicy): MountedRoute[] =>
  groups.flat().map((route) => ({
    ...route,
    // The upload is a separate endpoint beside the API.
    path: route === uploadRoute ? route.endpoint.path : `/api${route.endpoint.path}`,
    access: isPublic(route.endpoint) ? "public" : "admin",
  }));

/** Every endpoint with its access policy, decided centrally by direction: no feature can forget a guard. */
export const allRoutes: MountedRoute[] = [
  ...mount(content, ({ method }) => method === "GET"),
  ...mount(inbox, ({ path }) => publicWrites.includes(path)),
  ...mount(office, ({ method, path }) => method === "POST" && loginCalls.includes(path)),
];
