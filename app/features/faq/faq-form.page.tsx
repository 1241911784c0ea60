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
import { type Faq, faqType } from "./faq.type.ts";

const queries = contentQueries(faqType);

const blank = { question: "", answer: "", bullets: [] as string[], published: true };
type Values = typeof blank;

const labels: Record<keyof Values, string> = {
  question: "Question",
  answer: "Answer",
  bullets: "Bullets",
  published: "Published",
};

export default function FaqFormPage() {
  const { slug } = useParams();
  return slug ? <Update key={slug} slug={slug} /> : <Create />;
}

function Create() {
  return (
    <Screen heading="Add Question" isNarrow>
      <FaqForm
        save={(values) => queries.add(newBody(values))}
        onSaved={({ slug, published }) =>
          tellAdded({
            text: "Faq added successfully",
            open: `/faq/update/${slug}`,
            page: published && "/about",
          })
        }
        submitLabel="Add Question"
      />
    </Screen>
  );
}

function Update({ slug }: { slug: string }) {
  const returnToList = useReturnToList("/faq");
  const query = useQuery(queries.view(slug));
  const saved = () => {
    showSuccess("Faq Update successfully");
    returnToList(slug);
  };
  return (
    <LoadEntry
      heading="Update Question"
      query={query}
      missing="This question does not exist"
      list={{ to: "/faq", label: "FAQ's" }}
    >
      {(faq) => (
        <Screen heading="Update Question" action={<HistoryButton of={`faq/${slug}`} />} isNarrow>
          <FaqForm
            faq={faq}
            save={(values, version, base) => queries.change(slug, changedBody(values, base), version)}
            onSaved={saved}
            submitLabel="Update Question"
          />
        </Screen>
      )}
    </LoadEntry>
  );
}

interface FaqFormProps {
  faq?: Faq;
  save: (values: Values, version: number | undefined, base: Values) => Promise<Faq>;
  onSaved: (saved: Faq) => void;
  submitLabel: string;
}

function FaqForm({ faq, save, onSaved, submitLabel }: FaqFormProps) {
  const client = useQueryClient();
  const form = useEntryForm<Values>({
    initial: faq ? valuesOf(faq) : blank,
    version: faq?.version,
    save,
    valuesOf,
    history: faq && (() => revisionsOf("faq", faq.slug)),
    onSaved: (reply) => {
      const saved = reply as Faq;
      // Opened again at once, the form begins with what was saved and not with what it had loaded before.
      client.setQueryData(queries.view(saved.slug).queryKey, saved);
      client.invalidateQueries({ queryKey: ["faq"] });
      onSaved(saved);
    },
  });
  const { values, set, problem } = form;
  return (
    <FormFrame
      form={form}
      labels={labels}
      submit={{ label: submitLabel, glyph: faq ? check : plus }}
      preview={(values, base) =>
        makePreview({ noun: "faq", slug: faq?.slug, body: faq ? changedBody(values, base) : newBody(values) })
      }
      aside={
        <ListField
          label="Bullets"
          entryName="bullet"
          name="bullets"
          values={values.bullets}
          onChange={(lines) => set("bullets", lines)}
          error={problem("bullets")}
        />
      }
    >
      <TextField
        label="Question"
        name="question"
        value={values.question}
        onChange={(event) => set("question", event.target.value)}
        error={problem("question")}
      />
      <TextArea
        label="Answer"
        name="answer"
        rows={9}
        value={values.answer}
        onChange={(event) => set("answer", event.target.value)}
        error={problem("answer")}
      />
      <PublishedSwitch form={form} />
    </FormFrame>
  );
}

const valuesOf = ({ question, answer, bullets, published }: Faq): Values => ({ question, answer, bullets, published });

/** What was changed: a save leaves the fields alone that somebody else may be changing. */
const changedBody = ({ bullets, ...words }: Values, base: Values) =>
  changesOf({ ...words, bullets: filledLines(bullets) }, base);

/** Of a new question: the two fields of the specification always, the others where they were filled. */
const newBody = (values: Values) => ({
  question: values.question,
  answer: values.answer,
  ...changedBody(values, blank),
});
