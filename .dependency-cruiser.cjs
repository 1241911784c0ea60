// The layers of ARCHITECTURE.md as rules: imports point down. They match by pattern, so that a new feature is covered from
// its first line. An exception belongs in its rule, with a comment; there is no list of ignored files.
const rules = [
  {
    name: "no-circular",
    comment: "No import cycles.",
    from: {},
    to: { circular: true },
  },
  {
    name: "foundations-stand-alone",
    comment: "ui, platform, shared, browser and db import no feature, page or server.",
    from: { path: "^(app/(ui|platform|shared|browser)|db)/", pathNot: "[.]test[.]tsx?$" },
    to: { path: "^(app/(features|site|admin|approval-page)|server|process)/" },
  },
  {
    name: "shared-is-pure",
    comment: "shared imports only itself and zod, so it runs anywhere.",
    from: { path: "^app/shared/", pathNot: "[.]test[.]ts$" },
    to: { pathNot: ["^app/shared/", "node_modules/zod/"] },
  },
  {
    name: "browser-needs-a-browser",
    comment: "Server code never loads what needs a browser.",
    from: { path: "^(server/|process/|db/|app/platform/|app/shared/)|[.]server[.]tsx?$", pathNot: "[.]test[.]tsx?$" },
    to: { path: "^app/browser/" },
  },
  {
    name: "ui-is-plain",
    comment: "ui renders; it neither fetches nor stores.",
    from: { path: "^app/ui/" },
    to: { path: "^(app/platform|db)/" },
  },
  {
    name: "ui-has-two-users",
    comment:
      "Components of the back office stay out of the public site and vice versa; shared components import neither.",
    from: { path: "^app/ui/([^/]+)([.]|/)" },
    to: { path: "^app/ui/(admin|site)/", pathNot: "^app/ui/$1/" },
  },
  {
    name: "site-without-the-admins-parts",
    comment: "Public pages load no components of the back office.",
    from: { path: "^app/site/", pathNot: "[.]test[.]tsx?$" },
    to: { path: "^app/ui/admin/", reachable: true },
  },
  {
    name: "images-in-their-process",
    comment: "The image library is loaded by the image process alone: the server can never reach it.",
    from: { path: "^process/(main|dev)[.]ts$|^process/commands/" },
    to: { path: "node_modules/(sharp|harfbuzzjs)/", reachable: true },
  },
  {
    name: "features-stay-apart",
    comment:
      "A feature does not import another one. Exceptions: what serves every feature (what content types share, the outbox and the layout of emails, some queries, the draft that a form keeps on the server), and the files that collect from all features: every email's template, every eraser, everything that has a draft, a trash, a picture or an activity to undo, what is previewed, counted and set back.",
    from: {
      path: "^app/features/([^/]+)/",
      pathNot: [
        "^app/features/mail/templates[.]service[.]server[.]ts$",
        "^app/features/data-subject/erase-visitor-data[.]service[.]server[.]ts$",
        "^app/features/draft/draft-targets[.]service[.]server[.]ts$",
        "^app/features/trash/trashes[.]service[.]server[.]ts$",
        "^app/features/today/(alerts|set-up|today)[.]service[.]server[.]ts$",
        "^app/features/(activity/activity-undo|preview/preview|site-as-of/site-as-of|upload/replace-picture)[.]service[.]server[.]ts$",
        "^app/features/(activity/activity|upload/picture)[.]service[.]server[.]ts$",
        "[.]test[.]ts$",
      ],
    },
    to: {
      path: "^app/features/",
      pathNot: [
        "^app/features/$1/",
        "^app/features/content/",
        "^app/features/(upload|sort-order|preview|revision|draft|approval)/[a-z-]+[.]queries[.]ts$",
        "^app/features/draft/server-draft[.]form[.]ts$",
        "^app/features/approval/panel/lazy-approval-panel[.]tsx$",
        "^app/features/mail/(outbox[.]service|outbox[.]repository|email-layout[.]service)[.]server[.]ts$",
      ],
    },
  },
  {
    name: "features-below-pages-and-server",
    comment: "A feature imports neither site nor admin nor approval-page nor server.",
    from: { path: "^app/features/", pathNot: "[.]test[.]tsx?$" },
    to: { path: "^(app/(site|admin|approval-page)|server|process)/" },
  },
  {
    name: "server-on-top",
    comment: "Only the process and the tests import server/.",
    from: { path: "^(app|db)/", pathNot: "[.]test[.]tsx?$" },
    to: { path: "^(server|process)/" },
  },
  {
    name: "process-on-top",
    comment: "server/ answers HTTP and does not import how the process starts, backs up or ends.",
    from: { path: "^server/", pathNot: "[.]test[.]ts$" },
    to: { path: "^process/" },
  },
  {
    name: "sql-in-repositories",
    // platform/deps.ts names the type of the database once, for all who only pass it on.
    comment: "Only repositories and db/ use Kysely.",
    from: {
      path: "^(app|server|process)/",
      pathNot: "[.]repository[.]server[.]ts$|[.]test[.]ts$|^app/platform/deps[.]ts$",
    },
    to: { path: "node_modules/kysely|^db/schema" },
  },
  {
    name: "types-are-plain",
    comment: "What a content type says of itself is data: the server, the back office and tests all read it.",
    from: { path: "^app/features/.+[.]type[.]ts$" },
    to: { pathNot: "^app/(shared|ui/glyphs[.]ts)" },
  },
  {
    name: "browser-stays-out",
    comment: "No file without .server in its name imports one that has it.",
    from: { path: "^app/.*[.]tsx?$", pathNot: "([.]server[.]tsx?|[.]test[.]tsx?)$" },
    to: { path: "[.]server[.]tsx?$" },
  },
  {
    name: "back-office-without-schemas",
    comment:
      "Browser code takes types from a contract, never values: the schemas, and zod with them, stay on the server.",
    from: {
      path: "^app/(admin|approval-page|browser|ui)/|^app/features/.+([.]tsx|[.]queries[.]ts)$",
      pathNot: "[.]server[.]|[.]test[.]",
    },
    to: { path: "node_modules/zod|[.]contract[.]ts$", dependencyTypesNot: ["type-only"] },
  },
  {
    name: "public-pages-stay-light",
    comment:
      "What a visitor loads takes types from a contract, never values, and never TanStack Query. Parts of an admin screen with a folder of its own (features/…/inbox, features/…/panel) use app/ui/admin, so no public page can reach them.",
    from: {
      path: "^app/(site/|features/.+[.]tsx$)",
      pathNot: ["^app/features/.+[.]page[.]tsx$", "^app/features/[^/]+/(inbox|panel)/"],
    },
    to: { path: "node_modules/(zod|@tanstack)|[.](contract|queries)[.]ts$", dependencyTypesNot: ["type-only"] },
  },
];

module.exports = {
  forbidden: rules.map((rule) => ({ ...rule, severity: "error" })),
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
