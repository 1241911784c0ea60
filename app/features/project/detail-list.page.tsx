import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { hasDraft } from "#app/browser/admin-draft.ts";
import { draftView } from "#app/features/draft/draft.queries.ts";
import { plainText } from "#app/shared/text/formatted-text.ts";
import { CardMenu } from "#app/ui/admin/control/menu.tsx";
import { useDeletion } from "#app/ui/admin/dialog/confirm-delete.tsx";
import { AdminList } from "#app/ui/admin/list/admin-list.tsx";
import { Card, Excerpt } from "#app/ui/admin/list/card.tsx";
import { showMovedToast } from "#app/ui/admin/notice/sort-order-notice.tsx";
import { LoadEntry } from "#app/ui/admin/screen/load-entry.tsx";
import { DetailEdit, draftAddress } from "./detail-edit.page.tsx";
import type { Project, ProjectDetail } from "./project.contract.ts";
import { projectQueries, removeDetail, sortDetails } from "./project.queries.ts";

const title = "Project Details";

export default function DetailListPage() {
  const { slug = "" } = useParams();
  const query = useQuery(projectQueries.view(slug));
  return (
    <LoadEntry
      heading={title}
      query={query}
      missing="This project does not exist"
      list={{ to: "/", label: "All Projects" }}
    >
      {(project) => <DetailList key={slug} project={project} error={query.error} onRetry={query.refetch} />}
    </LoadEntry>
  );
}

const deletionId = ({ _id }: ProjectDetail) => `detail:${_id}`;

function DetailList({ project, error, onRetry }: { project: Project; error: Error | null; onRetry: () => void }) {
  const { slug, detail } = project;
  // A section with unsaved changes opens again automatically.
  const [edited, setEdited] = useState(() => detail.find(({ _id }) => hasDraft(draftAddress(_id)))?._id);
  const client = useQueryClient();
  const { ask, isGone } = useDeletion();
  const askDelete = (section: ProjectDetail) =>
    ask({
      id: deletionId(section),
      name: section.heading,
      remove: () => removeDetail(slug, section._id),
      trash: { kind: "project-detail", id: section._id },
      reload: () => client.invalidateQueries({ queryKey: ["project"] }, { throwOnError: true }),
    });
  return (
    <>
      <AdminList
        heading={title}
        subline={
          <>
            {project.title} ·{" "}
            <Link to={`/update/${slug}`} className="link">
              Update the project
            </Link>{" "}
            ·{" "}
            <Link to={`/history/project/${slug}`} className="link">
              History
            </Link>
          </>
        }
        bar={<DraftedSections slug={slug} />}
        empty={{
          text: "This project has no detail sections yet. On its page they stand below “What we did”, left and right in turn.",
        }}
        add={{ to: `/detail/create/${slug}`, label: "Add Detail" }}
        entries={detail.filter((section) => !isGone(deletionId(section)))}
        error={error}
        onRetry={onRetry}
        layout="three"
        keyOf={(section) => section._id}
        order={{
          nameOf: (section) => section.heading,
          save: async (move, ids) => {
            const before = detail.map(({ _id }) => _id);
            const put = async (order: string[]) => {
              await sortDetails(slug, order);
              await client.invalidateQueries({ queryKey: ["project"] });
            };
            await put(ids);
            showMovedToast(move, () => put(before));
          },
        }}
      >
        {(section) => (
          <DetailCard
            slug={slug}
            section={section}
            onUpdate={() => setEdited(section._id)}
            onDelete={() => askDelete(section)}
          />
        )}
      </AdminList>
      {edited && (
        <DetailEdit
          key={edited}
          slug={slug}
          detailId={edited}
          onClose={() => setEdited(undefined)}
          onRetry={() => setEdited(edited)}
        />
      )}
    </>
  );
}

/** The list shows what visitors see; the project's draft may say otherwise. */
function DraftedSections({ slug }: { slug: string }) {
  const { data } = useQuery(draftView("project", slug));
  if (!data?.changes.sections) return null;
  return (
    <p className="remark muted">
      A draft of the project changes its details.{" "}
      <Link to={`/update/${slug}`} className="link">
        Open the draft
      </Link>
    </p>
  );
}

function DetailCard({
  slug,
  section,
  onUpdate,
  onDelete,
}: {
  slug: string;
  section: ProjectDetail;
  onUpdate: () => void;
  onDelete: () => void;
}) {
  const { heading, description, img } = section;
  return (
    <Card
      picture={img}
      title={heading}
      menu={<CardMenu name={heading} update={onUpdate} history={`/history/project/${slug}`} onDelete={onDelete} />}
    >
      <Excerpt text={plainText(description)} />
    </Card>
  );
}
