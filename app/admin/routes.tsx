import { type ComponentType, useEffect } from "react";
import { Navigate, type RouteObject } from "react-router";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { type ContentType, createPath, listPath, updatePath } from "#app/shared/content-type.ts";
import { AdminError, ScreenError } from "./error-boundary.tsx";
import { loadFailedStyles } from "./failed-styles.ts";

type Screen = () => Promise<{ default: ComponentType }>;

const found = import.meta.glob<{ default: ComponentType }>("../features/*/*.page.tsx");

/**
 * The three screens of a content type: its own or, where its folder has none, generic ones built from its descriptor.
 */
function screensOf(type: ContentType): Record<string, Screen> {
  const below = (path: string) => path.replace(/^\//, "");
  const own = (role: "list" | "form") => found[`../features/${type.name}/${type.name}-${role}.page.tsx`];
  const list = own("list") ?? (async () => ofType((await import("#app/features/content/entry-list.page.tsx")).default));
  const form = own("form") ?? (async () => ofType((await import("#app/features/content/entry-form.page.tsx")).default));
  const ofType = (Screen: ComponentType<{ type: ContentType }>) => ({ default: () => <Screen type={type} /> });
  return {
    [below(listPath(type))]: list,
    [below(createPath(type))]: form,
    [below(updatePath(type, ":slug"))]: form,
  };
}

/**
 * Every screen below /admin. Each is a chunk of its own except the first, which main.tsx bundles. Matching
 * ignores case and a trailing slash.
 */
const screens: Record<string, Screen> = {
  ...Object.assign({}, ...contentTypes.map(screensOf)),
  "detail/:slug": () => import("#app/features/project/detail-list.page.tsx"),
  "detail/create/:slug": () => import("#app/features/project/detail-form.page.tsx"),
  "quote/:slug?": () => import("#app/features/quote/quote-list.page.tsx"),
  subscription: () => import("#app/features/subscription/subscription-list.page.tsx"),
  today: () => import("#app/features/today/today.page.tsx"),
  site: () => import("./site.page.tsx"),
  edit: () => import("./page-editing/page-editing.page.tsx"),
  "history/:noun/:slug": () => import("./history.page.tsx"),
  pictures: () => import("#app/features/upload/picture-list.page.tsx"),
  mail: () => import("#app/features/mail/mail.page.tsx"),
  "personal-data": () => import("#app/admin/personal-data.page.tsx"),
  activity: () => import("./activity.page.tsx"),
  "activity/as-of": () => import("./site-as-of.page.tsx"),
  trash: () => import("#app/features/trash/trash-list.page.tsx"),
  account: () => import("#app/features/user/account/account.page.tsx"),
  "account/people": () => import("#app/features/user/administrators/administrator-list.page.tsx"),
  "account/invite": () => import("#app/features/user/administrators/invite-form.page.tsx"),
};

/** Screens opened by a one-time link, with or without login data. */
const byLink: Record<string, Screen> = {
  "invite/:token": () => import("#app/features/user/administrators/invite.page.tsx"),
  "reset/:token": () => import("#app/features/user/account/reset.page.tsx"),
};

/**
 * Without login data only the login screen is available, which has a document of its own (login.tsx), with it everything
 * else; one-time links always work. Unmatched paths redirect to the login screen or to the start page.
 */
export function routesFor(isLoggedIn: boolean): RouteObject[] {
  const links = { lazy: component(() => import("./link.layout.tsx")), children: pages(byLink) };
  if (!isLoggedIn) return [frame([links, { path: "*", element: <ToLogin /> }])];
  const inFrame = [
    { errorElement: <ScreenError />, children: pages(screens) },
    // A screen of its own until Today took it in; links and bookmarks still lead there.
    redirect("overview", "/today"),
    redirect("*", "/"),
  ];
  const office = { lazy: component(() => import("./admin.layout.tsx")), children: inFrame };
  return [frame([links, office])];
}

const pages = (of: Record<string, Screen>): RouteObject[] =>
  Object.entries(of).map(([path, screen]) => ({ path, lazy: component(screen) }));

const frame = (children: RouteObject[]): RouteObject => ({
  errorElement: <AdminError />,
  hydrateFallbackElement: <></>,
  children,
});

const redirect = (path: string, to: string): RouteObject => ({ path, element: <Navigate to={to} replace /> });

function ToLogin() {
  useEffect(() => location.replace("/admin/login"), []);
  return null;
}

const component = (screen: Screen) => async () => {
  await loadFailedStyles();
  const { default: Component } = await screen();
  return { Component };
};
