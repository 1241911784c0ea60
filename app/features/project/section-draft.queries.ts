import type { QueryClient } from "@tanstack/react-query";
import { type Draft, draftView, saveDraft } from "#app/features/draft/draft.queries.ts";
import { AppError } from "#app/shared/app-error.ts";
import { merge } from "#app/shared/merge.ts";
import type { FormValues } from "#app/ui/admin/form/fields.ts";
import type { Project } from "./project.contract.ts";
import { projectQueries } from "./project.queries.ts";

/** An edit of one section, made outside its project's form. */
export interface SectionEdit {
  _id: string;
  values: FormValues;
  /** The section as it was shown before the edit; null for a new one. */
  seen: FormValues | null;
}

type Section = { _id?: string } & FormValues;
type Drafted = Pick<Draft, "changes" | "base" | "baseVersion">;

/** The sections that a draft of a project holds; those of the project where it changes none. */
const draftedSections = ({ detail }: Project, draft: Pick<Draft, "changes"> | null): Section[] =>
  (draft?.changes.sections ?? detail) as Section[];

/**
 * A project's draft with the edit in it, beside all else that it holds.
 * @throws AppError `conflict` if the draft, or the project where there is none, says something else by now in the same
 *   field, with the section as it is there; `not_found` if it has no such section any more
 */
export function withSection(project: Project, draft: Drafted | null, { _id, values, seen }: SectionEdit): Drafted {
  const sections = draftedSections(project, draft);
  const before = (draft?.base.sections ?? project.detail) as Section[];
  const current = sections.find((each) => each._id === _id);
  if (seen && !current) throw new AppError("not_found", "This section does not exist or has been deleted.");
  const merged = current ? merge<FormValues>(seen ?? {}, values, current as FormValues) : { values, clashes: [] };
  if (merged.clashes.length > 0) {
    const message = "Somebody else has changed the same since you opened it. “Save draft” again replaces theirs.";
    throw new AppError("conflict", message, { data: current });
  }
  const next = { ...merged.values, _id };
  return {
    baseVersion: draft?.baseVersion ?? project.version,
    base: { ...draft?.base, sections: before },
    changes: {
      ...draft?.changes,
      sections: current ? sections.map((each) => (each._id === _id ? next : each)) : [...sections, next],
    },
  };
}

/** How often a draft that others save at the same time is read again. */
const maxTries = 5;

/** Saves the edit of a section as part of its project's draft, which visitors do not see. @throws like `withSection` */
export async function saveSectionDraft(client: QueryClient, slug: string, edit: SectionEdit): Promise<void> {
  const view = draftView("project", slug);
  for (let tries = 1; ; tries++) {
    const project = await client.fetchQuery({ ...projectQueries.view(slug), staleTime: 0 });
    const draft = await client.fetchQuery({ ...view, staleTime: 0 });
    try {
      const saved = await saveDraft("project", slug, {
        ...withSection(project, draft, edit),
        over: draft?.version ?? null,
      });
      client.setQueryData(view.queryKey, saved);
      void client.invalidateQueries({ queryKey: ["draft", "marks", "project"] });
      void client.invalidateQueries({ queryKey: ["quote", "today"] });
      return;
    } catch (error) {
      if (!(error instanceof AppError && error.code === "stale") || tries === maxTries) throw error;
    }
  }
}
