import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";
import { ViewSwitch } from "#app/features/content/entry-row.tsx";
import { projectType } from "#app/features/project/project.type.ts";
import { ProjectCard, type ProjectOnCard } from "#app/features/project/project-card.tsx";
import { addLabel, createPath, listHeading } from "#app/shared/content-type.ts";
import { CardMenu } from "#app/ui/admin/control/menu.tsx";
import { AdminList } from "#app/ui/admin/list/admin-list.tsx";
import { BulkBar } from "#app/ui/admin/list/bulk-bar.tsx";
import { ListLine } from "#app/ui/admin/list/list-bar.tsx";
import { CompanyContext } from "#app/ui/admin/screen/site-logo.tsx";
import type { LogoPictures } from "#app/ui/logo.tsx";
import styles from "../admin.layout.module.css";
import { PendingWorkPlaceholder } from "../frame/pending-work-placeholder.tsx";
import { SideBar } from "../frame/side-bar.tsx";
import { TopBar } from "../frame/top-bar.tsx";

/** With everything that a card can show; the browser takes out what a project does not have. */
const specimen: ProjectOnCard = {
  slug: "-",
  title: "-",
  description: "-",
  technology: "-",
  projectImage: "/uploads/0.webp",
  published: false,
  isSample: true,
};

/**
 * All Projects as it is painted before its program has been loaded: the frame, the heading and, in a `template`, one
 * card, which app/admin/first-paint/first-paint.client.ts fills for each project. It says nothing about the content of this site
 * except the company's name and logo, because the server does not know who asks.
 * @param list the address from which the document asks for the projects
 */
export function firstPaint({ name, logo }: Company, list: string): string {
  const key = JSON.stringify([name, logo, list]);
  if (last?.key !== key) last = { key, html: render({ name, logo }, list) };
  return last.html;
}

interface Company {
  name: string;
  logo: LogoPictures | undefined;
}

/** The same for everybody until the company's name or logo changes. */
let last: { key: string; html: string } | undefined;

function render(company: Company, list: string): string {
  const html = renderToStaticMarkup(
    <StaticRouter basename="/admin" location="/admin">
      <QueryClientProvider client={new QueryClient()}>
        <CompanyContext value={company}>
          <FirstPaint list={list} />
        </CompanyContext>
      </QueryClientProvider>
    </StaticRouter>,
  );
  return html.replace(/<li data-entry=.*<\/li>(?=<\/ul>)/s, (card) => `<template>${withoutRequests(card)}</template>`);
}

/** Firefox looks ahead for pictures in templates too, and the specimen's does not exist. */
const withoutRequests = (html: string): string => html.replaceAll(/ (src|srcset)="/gi, ' data-$1="');

/** Not for screen readers and keys until it works: the program puts the real screen in its place. */
function FirstPaint({ list }: { list: string }) {
  return (
    <div id="first-paint" className={styles.shell} data-list={list} inert aria-hidden="true">
      <SideBar unread={0} mailFails={false} onLogOut={ignore} />
      <div className={styles.main}>
        <TopBar user={undefined} onMenu={ignore} onLogOut={ignore} />
        <div className={styles.content}>
          <PendingWorkPlaceholder />
          <AdminList
            heading={listHeading(projectType)}
            subline={<ListLine total={2} names={[projectType.one, projectType.many]} history="/" />}
            bar={
              <BulkBar selected={nothing} count={0} shown={1} beside={<ViewSwitch isRows={false} onChange={ignore} />}>
                {null}
              </BulkBar>
            }
            empty={{ text: "" }}
            add={{ to: createPath(projectType), label: addLabel(projectType) }}
            entries={[specimen]}
            error={null}
            onRetry={ignore}
            layout="three"
            keyOf={({ slug }) => slug}
            order={{ nameOf: ({ title }) => title, total: 2, save: async () => {} }}
            selecting={{ has: () => false, toggle: ignore, nameOf: ({ title }) => title }}
          >
            {(project) => (
              <ProjectCard project={project} menu={<CardMenu name={project.title} update="/" />} isFirst={true} />
            )}
          </AdminList>
        </div>
      </div>
    </div>
  );
}

const ignore = () => {};

const nothing = {
  selection: { slugs: new Set<string>(), isAll: false, except: new Set<string>() },
  has: () => false,
  first: undefined,
  countOf: () => 0,
  toggle: ignore,
  selectShown: ignore,
  selectAll: ignore,
  clear: ignore,
};
