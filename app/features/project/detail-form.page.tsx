import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { randomKey } from "#app/shared/random-key.ts";
import { addOnce } from "#app/ui/admin/form/add-once.ts";
import { useEntryForm } from "#app/ui/admin/form/entry-form.ts";
import { changedBody, valuesOf } from "#app/ui/admin/form/fields.ts";
import { Form } from "#app/ui/admin/form/form.tsx";
import { showSuccess } from "#app/ui/admin/notice/toast.tsx";
import { LoadEntry } from "#app/ui/admin/screen/load-entry.tsx";
import { Screen } from "#app/ui/admin/screen/screen.tsx";
import { plus } from "#app/ui/glyphs.ts";
import { detailFields } from "./detail.form.ts";
import { addDetail, changeDetail, projectQueries } from "./project.queries.ts";
import { SaveSectionDraft } from "./save-section-draft.page.tsx";

const heading = "Add Project Details";

export default function DetailFormPage() {
  const { slug = "" } = useParams();
  const query = useQuery(projectQueries.view(slug));
  return (
    <LoadEntry
      heading={heading}
      query={query}
      missing="This project does not exist"
      list={{ to: "/", label: "All Projects" }}
    >
      {(project) => (
        <Screen
          heading={heading}
          isNarrow
          subline={
            <>
              {project.title} ·{" "}
              <Link to={`/detail/${slug}`} className="link">
                Its details
              </Link>
            </>
          }
        >
          <CreateForm key={slug} slug={slug} />
        </Screen>
      )}
    </LoadEntry>
  );
}

function CreateForm({ slug }: { slug: string }) {
  const client = useQueryClient();
  const blank = valuesOf(detailFields);
  const form = useEntryForm({
    initial: blank,
    // Beside what the specification's call contains, only what was filled in.
    save: (values, _version, _base, key) => {
      const { heading, description, img } = values;
      const body = { heading, description, img, ...changedBody(detailFields, values, blank) };
      return addOnce(
        () => addDetail(slug, body, key()),
        (added) => changeDetail(slug, added._id, changedBody(detailFields, values, valuesOf(detailFields, added))),
      );
    },
    onSaved: () => {
      client.invalidateQueries({ queryKey: ["project"] });
      showSuccess("Project Detail added successfully");
    },
  });
  const [id, setId] = useState(randomKey);
  return (
    <Form
      form={form}
      fields={detailFields}
      submit={{ label: "Add Detail", glyph: plus }}
      beside={(isWaiting) => (
        <SaveSectionDraft
          {...{ slug, form, id, isWaiting }}
          fields={detailFields}
          seen={null}
          onSaved={() => {
            form.discard();
            setId(randomKey());
          }}
        />
      )}
    />
  );
}
