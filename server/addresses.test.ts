import type { RouteObject } from "react-router";
import { expect, test } from "vitest";
import { routesFor } from "#app/admin/routes.tsx";
import { mainPaths } from "#app/shared/public-pages.ts";
import { files, formPaths, pages } from "#app/site/pages/pages.server.ts";
import { allRoutes } from "./api/api.ts";
import { loginPlace } from "./office/admin.ts";

const admin = (routes: RouteObject[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [`/admin/${path}`]), ...admin(children)]);

/** A line for all addresses that begin with the same word. */
const byNoun = (addresses: [path: string, what: string][]): string[] =>
  [...Map.groupBy(addresses, ([path]) => path.split("/")[0] ?? "")].map(([noun, all]) => {
    const rest = all.map(([path, what]) => `${what} ${path.slice(noun.length)}`.trim());
    return `${noun}: ${rest.join(", ")}`;
  });

// Update this list when adding, moving or removing a URL: links, bookmarks and other programs rely on them.
test("the product has exactly these URLs, and visitors may call exactly these of the API", () => {
  const addresses = {
    // Whoever calls the others has to be logged in.
    api: byNoun(
      allRoutes.map(({ path, endpoint, access }) => [
        path.replace("/api/", ""),
        endpoint.method + (access === "public" ? " for everybody" : ""),
      ]),
    ),
    pages: pages.map(({ path }) => path.source),
    files: files.map(({ path }) => path.source),
    forms: Object.values(formPaths).map((path) => `POST ${path}`),
    adminLoggedOut: [`/admin${loginPlace}`, ...admin(routesFor(false))],
    admin: byNoun(admin(routesFor(true)).map((path) => [path.replace("/admin/", ""), ""])),
  };

  expect(addresses).toMatchInlineSnapshot(`
    {
      "admin": [
        "invite: /:token",
        "reset: /:token",
        ": ",
        "create: ",
        "update: /:slug",
        "job: , /create, /update/:slug",
        "faq: , /create, /update/:slug",
        "review: , /create, /update/:slug",
        "team-member: , /create, /update/:slug",
        "detail: /:slug, /create/:slug",
        "quote: /:slug?",
        "subscription: ",
        "today: ",
        "site: ",
        "edit: ",
        "history: /:noun/:slug",
        "pictures: ",
        "mail: ",
        "personal-data: ",
        "activity: , /as-of",
        "trash: ",
        "account: , /people, /invite",
        "overview: ",
        "*: ",
      ],
      "adminLoggedOut": [
        "/admin/login",
        "/admin/invite/:token",
        "/admin/reset/:token",
        "/admin/*",
      ],
      "api": [
        "project: GET for everybody /get-all, GET for everybody /:slug, POST /new, PUT /edit/:slug, DELETE /:slug, POST /bulk, POST /duplicate/:slug, GET for everybody /detail/:slug/:detailId, POST /detail/:slug, PUT /detail/edit/:slug/:detailId, PUT /detail/order/:slug, DELETE /detail/:slug/:detailId",
        "job: GET for everybody /get-all, GET for everybody /:slug, POST /add, PUT /:slug, DELETE /:slug, POST /bulk, POST /duplicate/:slug",
        "faq: GET for everybody /get-all, GET for everybody /:slug, POST /add, PUT /edit/:slug, DELETE /:slug, POST /bulk, POST /duplicate/:slug",
        "review: GET for everybody /get-all, GET for everybody /:slug, POST /add, PUT /edit/:slug, DELETE /:slug, POST /bulk, POST /duplicate/:slug",
        "team-member: GET for everybody /get-all, GET for everybody /:slug, POST /add, PUT /edit/:slug, DELETE /:slug, POST /bulk, POST /duplicate/:slug",
        "quote: POST for everybody /new, GET /get-all, GET /counts, GET /export, POST /export, POST /bulk, POST /bulk/undo/:id, GET /options, GET /:slug, PUT /:slug, POST /note/:slug, POST /reply/:slug, POST /retry-mail/:slug, DELETE /:slug",
        "subscription: POST for everybody /subscribe, GET /get-all, GET /export, POST /export, POST /bulk, POST /bulk/undo/:id, POST /retry-mail/:slug, DELETE /:slug",
        "user: POST for everybody /login, POST /logout, GET /me, PUT /me, PUT /password, GET /sessions, DELETE /session/:id, GET /second-factor, POST /second-factor/start, POST /second-factor/confirm, POST /second-factor/recovery-codes, POST /second-factor/off, GET /get-all, GET /invitations, POST /invite, POST for everybody /invite/check, POST for everybody /invite/accept, DELETE /invite/:id, POST /reset-link/:id, POST for everybody /reset/check, POST for everybody /reset, DELETE /:id",
        ": POST /upload",
        "picture: GET /get-all, GET /versions/:hash, POST /crop, DELETE /:hash, POST /replace/:hash",
        "sort-order: PUT /:noun, PUT /:noun/:slug, GET /:noun/history",
        "history: GET /:noun/:slug, PUT /:noun/:slug",
        "trash: GET /get-all, POST /restore, POST /bulk, DELETE /:kind/:id",
        "site: GET /get-all, GET /history, PUT /edit, GET /company",
        "preview: POST /new",
        "page-editing: POST /render",
        "drafts: GET /:noun",
        "draft: GET /:noun/:slug, PUT /:noun/:slug, PUT /schedule/:noun/:slug, POST /publish/:noun/:slug, DELETE /:noun/:slug, POST /restore/:noun/:slug",
        "approval: GET /:noun/:slug, POST /:noun/:slug",
        "approval-link: PUT /:id, DELETE /:id",
        "approval-note: PUT /:id",
        "today: GET",
        "backup: POST /download",
        "activity: GET /get-all, GET /:id, POST /undo/:id",
        "site-as-of: GET /differences, POST /preview, POST /restore",
        "mail: GET /health, POST /test, GET /unsent, POST /retry/:reference, POST /retry",
        "data-subject: GET /expired, POST /erase",
      ],
      "files": [
        "^\\/robots\\.txt$",
        "^\\/sitemap\\.xml$",
        "^\\/feed\\.xml$",
        "^\\/llms\\.txt$",
        "^\\/\\.well-known\\/security\\.txt$",
        "^\\/site\\.webmanifest$",
        "^\\/icon\\/(mark\\.svg|logo\\.png|\\d+\\.png)$",
        "^\\/art\\/([0-9a-f]{6})-([0-9a-f]{6})\\/((?:services|avatars)\\/[\\w-]+\\.svg)$",
        "^\\/share\\/([a-z0-9-]+)\\.png$",
      ],
      "forms": [
        "POST /send/quote",
        "POST /send/contact",
        "POST /send/subscription",
      ],
      "pages": [
        "^\\/$",
        "^\\/portfolio(?:\\/([2-9]|[1-9]\\d{1,6}))?$",
        "^\\/about$",
        "^\\/career$",
        "^\\/career\\/([^/]+)$",
        "^\\/details\\/([^/]+)$",
        "^\\/privacy$",
        "^\\/newsletter\\/(confirm|unsubscribe)\\/([a-z0-9]+)$",
        "^\\/sent\\/(quote|contact|subscription)$",
        "^\\/sent\\/(quote|contact)\\/([a-z0-9]{16})$",
        "^\\/sent\\/(subscription)\\/(noted)$",
      ],
    }
  `);
});

test("every page that is always there is in the list that sitemap, previews and tests read", () => {
  const always = pages.map(({ path }) => path.source.replace(/^\^|\(\?:.*\)\?|\$$/g, "").replaceAll("\\/", "/"));

  expect(always.filter((path) => /^[a-z/]+$/.test(path))).toEqual(mainPaths);
});
