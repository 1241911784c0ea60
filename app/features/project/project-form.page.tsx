import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router";
import { makePreview } from "#app/features/preview/preview.queries.ts";
import { revisionsOf } from "#app/features/revision/revision.queries.ts";
import { uploadImage } from "#app/features/upload/upload.queries.ts";
import { tellAdded } from "#app/ui/admin/added-notice.tsx";
import { useEntryForm } from "#app/ui/admin/entry-form.ts";
import { HistoryButton } from "#app/ui/admin/history-button.tsx";
import { LoadEntry } from "#app/ui/admin/load-entry.tsx";
import { useReturnToList } from "#app/ui/admin/return-to-entry.ts";
import { Screen } from "#app/ui/admin/screen.tsx";
import { showSuccess } from "#app/ui/admin/toast.tsx";
import type { Project } from "./project.contract.ts";
import { projectQueries } from "./project.queries.ts";
import { blankProject, changedBody, newBody, ProjectFields, type ProjectValues, valuesOf } from "./project-fields.tsx";

export default function ProjectFormPage() {
  const { slug } = useParams();
  return slug ? <Update key={slug} slug={slug} /> : <Create />;
}

function Create() {
  return (
    <Screen heading="Add Project" isNarrow>
      <ProjectForm
        save={(values) => projectQueries.add(newBody(values))}
        onSaved={({ slug, number, published }) =>
          tellAdded({
            text: "Project added successfully",
            open: `/update/${slug}`,
            page: published && `/details/${number}`,
          })
        }
        submitLabel="Add Project"
      />
    </Screen>
  );
}

function Update({ slug }: { slug: string }) {
  const returnToList = useReturnToList("/");
  const query = useQuery(projectQueries.view(slug));
  const saved = () => {
    showSuccess("Project update successfully");
    returnToList(slug);
  };
  return (
    <LoadEntry
      heading="Update Project"
      query={query}
      missing="This project does not exist"
      list={{ to: "/", label: "All Projects" }}
    >
      {(project) => (
        <Screen heading="Update Project" action={<HistoryButton of={`project/${slug}`} />} isNarrow>
          <ProjectForm
            project={project}
            save={(values, version, base) => projectQueries.change(slug, changedBody(values, base), version)}
            onSaved={saved}
            submitLabel="Update Project"
          />
        </Screen>
      )}
    </LoadEntry>
  );
}

interface ProjectFormProps {
  project?: Project;
  save: (values: ProjectValues, version: number | undefined, base: ProjectValues) => Promise<Project>;
  onSaved: (saved: Project) => void;
  submitLabel: string;
}

function ProjectForm({ project, save, onSaved, submitLabel }: ProjectFormProps) {
  const client = useQueryClient();
  const form = useEntryForm<ProjectValues>({
    initial: project ? valuesOf(project) : blankProject,
    version: project?.version,
    save,
    valuesOf,
    history: project && (() => revisionsOf("project", project.slug)),
    onSaved: (reply) => {
      const saved = reply as Project;
      // Opened again at once, the form begins with what was saved and not with what it had loaded before.
      client.setQueryData(projectQueries.view(saved.slug).queryKey, saved);
      client.invalidateQueries({ queryKey: ["project"] });
      onSaved(saved);
    },
  });
  return (
    <ProjectFields
      form={form}
      submitLabel={submitLabel}
      isNew={!project}
      preview={(values, base) =>
        makePreview({
          noun: "project",
          slug: project?.slug,
          body: project ? changedBody(values, base) : newBody(values),
        })
      }
      upload={uploadImage}
    />
  );
}
