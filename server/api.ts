import { faqRoutes } from "#app/features/faq/faq.routes.server.ts";
import { jobRoutes } from "#app/features/job/job.routes.server.ts";
import { mailRoutes } from "#app/features/mail/mail.routes.server.ts";
import { personRoutes } from "#app/features/person/person.routes.server.ts";
import { projectRoutes } from "#app/features/project/project.routes.server.ts";
import { quoteRoutes } from "#app/features/quote/quote.routes.server.ts";
import { reviewRoutes } from "#app/features/review/review.routes.server.ts";
import { revisionRoutes } from "#app/features/revision/revision.routes.server.ts";
import { siteContentRoutes } from "#app/features/site-content/site-content.routes.server.ts";
import { sortOrderRoutes } from "#app/features/sort-order/sort-order.routes.server.ts";
import { subscriptionRoutes } from "#app/features/subscription/subscription.routes.server.ts";
import { trashRoutes } from "#app/features/trash/trash.routes.server.ts";
import { uploadRoute } from "#app/features/upload/upload.routes.server.ts";
import { peopleRoutes } from "#app/features/user/people.routes.server.ts";
import { secondFactorRoutes } from "#app/features/user/second-factor.routes.server.ts";
import { userRoutes } from "#app/features/user/user.routes.server.ts";
import type { Route } from "#app/platform/http.server.ts";
import type { Endpoint } from "#app/shared/endpoint.ts";
import { mailWords } from "./letters.ts";
import { overviewRoutes } from "./overview.ts";
import { rooms } from "./personal-data.ts";
import { previewRoutes } from "./preview.ts";
import { siteFields } from "./site-fields.ts";
import { trashes } from "./trash.ts";

/** Content: the office writes it, visitors read it on cached pages. */
const content = [projectRoutes, jobRoutes, faqRoutes, reviewRoutes];

/** Inbox: visitors write it, by one call of each noun; only the office reads it. */
const inbox = [quoteRoutes, subscriptionRoutes];
const letterboxes = ["/quote/new", "/subscription/subscribe"];

/** Only the office calls these, but for the ways in. */
const office = [
  userRoutes,
  secondFactorRoutes,
  peopleRoutes,
  [uploadRoute],
  sortOrderRoutes,
  revisionRoutes,
  trashRoutes(trashes),
  siteContentRoutes(siteFields),
  previewRoutes,
  overviewRoutes,
  mailRoutes(mailWords),
  personRoutes(rooms),
];

/** What somebody calls who is not logged in: by password, by an invitation's token, by a reset link's token. */
const waysIn = ["/user/login", "/user/invite/check", "/user/invite/accept", "/user/reset/check", "/user/reset"];

export interface Door {
  route: Route;
  /** Address at this server. */
  path: string;
  /** Who may call: closed unless named open. */
  opensTo: "anyone" | "office";
}

type Rule = (endpoint: Endpoint) => boolean;

const doors = (groups: Route[][], isOpen: Rule): Door[] =>
  groups.flat().map((route) => ({
    route,
    // The upload is a call of its own beside the API (spec §7: a separate base address).
    path: route === uploadRoute ? route.endpoint.path : `/api${route.endpoint.path}`,
    opensTo: isOpen(route.endpoint) ? "anyone" : "office",
  }));

/** Every call of the product and who may make it, decided here once by direction: a room has no guard to forget. */
export const allDoors: Door[] = [
  ...doors(content, ({ method }) => method === "GET"),
  ...doors(inbox, ({ path }) => letterboxes.includes(path)),
  ...doors(office, ({ method, path }) => method === "POST" && waysIn.includes(path)),
];
