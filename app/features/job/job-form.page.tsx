import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router";
import { contentQueries } from "#app/features/content/content.queries.ts";
import { makePreview } from "#app/features/preview/preview.queries.ts";
import { revisionsOf } from "#app/features/revision/revision.queries.ts";
import { tellAdded } from "#app/ui/admin/added-notice.tsx";
import { changesOf, filledLines, useEntryForm } from "#app/ui/admin/entry-form.ts";
import { FormFrame } from "#app/ui/admin/form-frame.tsx";
import { HistoryButton } from "#app/ui/admin/history-button.tsx";
import { ListField } from "#app/ui/admin/list-field.tsx";
import { LoadEntry } from "#app/ui/admin/load-entry.tsx";
import { PublishedSwitch } from "#app/ui/admin/published-switch.tsx";
import { useReturnToList } from "#app/ui/admin/return-to-entry.ts";
import { Screen } from "#app/ui/admin/screen.tsx";
import { showSuccess } from "#app/ui/admin/toast.tsx";
import { check, plus } from "#app/ui/glyphs.ts";
import { TextArea, TextField } from "#app/ui/text-field.tsx";
import { type Job, jobType } from "./job.type.ts";

const queries = contentQueries(jobType);

const blank = {
  title: "",
  location: "",
  experience: "",
  description: "",
  requirements: [] as string[],
  perksAndBenefits: [] as string[],
  experienceDetails: [] as string[],
  published: true,
};
type Values = typeof blank;

const labels: Record<keyof Values, string> = {
  title: "Title",
  location: "Location",
  experience: "Experience",
  description: "Description",
  requirements: "Requirements",
  perksAndBenefits: "Perks and benefits",
  experienceDetails: "Experience in detail",
  published: "Published",
};

export default function JobFormPage() {
  const { slug } = useParams();
  return slug ? <Update key={slug} slug={slug} /> : <Create />;
}

function Create() {
  return (
    <Screen heading="Add Job" subline="A new opening for the career page" isNarrow>
      <JobForm
        save={(values) => queries.add(newBody(values))}
        onSaved={({ slug, published }) =>
          tellAdded({
            text: "Job Added successfully",
            open: `/job/update/${slug}`,
            page: published && `/career/${slug}`,
          })
        }
        submitLabel="Add Job"
      />
    </Screen>
  );
}

/** Titled Add Job too (spec §2); the line under it and the document's title tell the two apart. */
function Update({ slug }: { slug: string }) {
  const returnToList = useReturnToList("/job");
  const query = useQuery(queries.view(slug));
  const saved = () => {
    showSuccess("Job Update successfully");
    returnToList(slug);
  };
  return (
    <LoadEntry
      heading="Add Job"
      title="Update Job"
      query={query}
      missing="This job does not exist"
      list={{ to: "/job", label: "Jobs" }}
    >
      {(job) => (
        <Screen
          heading="Add Job"
          title="Update Job"
          subline={`Update “${job.title}”`}
          action={<HistoryButton of={`job/${slug}`} />}
          isNarrow
        >
          <JobForm
            job={job}
            save={(values, version, base) => queries.change(slug, changedBody(values, base), version)}
            onSaved={saved}
            submitLabel="Update Job"
          />
        </Screen>
      )}
    </LoadEntry>
  );
}

interface JobFormProps {
  job?: Job;
  save: (values: Values, version: number | undefined, base: Values) => Promise<Job>;
  onSaved: (saved: Job) => void;
  submitLabel: string;
}

function JobForm({ job, save, onSaved, submitLabel }: JobFormProps) {
  const client = useQueryClient();
  const form = useEntryForm<Values>({
    initial: job ? valuesOf(job) : blank,
    version: job?.version,
    save,
    valuesOf,
    history: job && (() => revisionsOf("job", job.slug)),
    onSaved: (reply) => {
      const saved = reply as Job;
      // Opened again at once, the form begins with what was saved and not with what it had loaded before.
      client.setQueryData(queries.view(saved.slug).queryKey, saved);
      client.invalidateQueries({ queryKey: ["job"] });
      onSaved(saved);
    },
  });
  const { values, set, problem } = form;
  const list = (name: "requirements" | "perksAndBenefits" | "experienceDetails", entryName: string) => (
    <ListField
      label={labels[name]}
      entryName={entryName}
      name={name}
      values={values[name]}
      onChange={(lines) => set(name, lines)}
      error={problem(name)}
    />
  );
  return (
    <FormFrame
      form={form}
      labels={labels}
      submit={{ label: submitLabel, glyph: job ? check : plus }}
      preview={(values, base) =>
        makePreview({ noun: "job", slug: job?.slug, body: job ? changedBody(values, base) : newBody(values) })
      }
      aside={
        <>
          {list("requirements", "requirement")}
          {list("perksAndBenefits", "perk")}
          {list("experienceDetails", "line")}
        </>
      }
    >
      <TextField
        label="Title"
        name="title"
        value={values.title}
        onChange={(event) => set("title", event.target.value)}
        error={problem("title")}
      />
      <TextField
        label="Location"
        name="location"
        value={values.location}
        onChange={(event) => set("location", event.target.value)}
        error={problem("location")}
      />
      <TextField
        label="Experience"
        name="experience"
        hint="As it stands in the list, like 1-2 Years"
        value={values.experience}
        onChange={(event) => set("experience", event.target.value)}
        error={problem("experience")}
      />
      <TextArea
        label="Description"
        name="description"
        rows={9}
        value={values.description}
        onChange={(event) => set("description", event.target.value)}
        error={problem("description")}
      />
      <PublishedSwitch form={form} />
    </FormFrame>
  );
}

const valuesOf = ({
  title,
  location,
  experience,
  description,
  requirements,
  perksAndBenefits,
  experienceDetails,
  published,
}: Job): Values => ({
  title,
  location,
  experience,
  description,
  requirements,
  perksAndBenefits,
  experienceDetails,
  published,
});

/** What was changed: a save leaves the fields alone that somebody else may be changing. */
const changedBody = (values: Values, base: Values) => changesOf(filled(values), base);

/** Of a new job: the four fields of the specification always, the others where they were filled. */
function newBody(values: Values) {
  const { title, location, experience, description } = values;
  return { title, location, experience, description, ...changedBody(values, blank) };
}

/** Without the empty lines of its lists. */
const filled = ({ requirements, perksAndBenefits, experienceDetails, ...words }: Values): Values => ({
  ...words,
  requirements: filledLines(requirements),
  perksAndBenefits: filledLines(perksAndBenefits),
  experienceDetails: filledLines(experienceDetails),
});
