import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { contentQueries } from "#app/features/content/content.queries.ts";
import { makePreview } from "#app/features/preview/preview.queries.ts";
import { revisionsOf } from "#app/features/revision/revision.queries.ts";
import { uploadImage } from "#app/features/upload/upload.queries.ts";
import { tellAdded } from "#app/ui/admin/added-notice.tsx";
import { changesOf, useEntryForm } from "#app/ui/admin/entry-form.ts";
import { FormFrame } from "#app/ui/admin/form-frame.tsx";
import { HistoryButton } from "#app/ui/admin/history-button.tsx";
import { ImageField } from "#app/ui/admin/image-field.tsx";
import { LoadEntry } from "#app/ui/admin/load-entry.tsx";
import { PublishedSwitch } from "#app/ui/admin/published-switch.tsx";
import { useReturnToList } from "#app/ui/admin/return-to-entry.ts";
import { Screen } from "#app/ui/admin/screen.tsx";
import { showSuccess } from "#app/ui/admin/toast.tsx";
import { check, plus } from "#app/ui/glyphs.ts";
import { TextArea, TextField } from "#app/ui/text-field.tsx";
import { type Review, reviewType } from "./review.type.ts";

const queries = contentQueries(reviewType);

const blank = { fullName: "", company: "", feedback: "", profileImage: "", published: true };
type Values = typeof blank;

const labels: Record<keyof Values, string> = {
  fullName: "Full name",
  company: "Company",
  feedback: "Feedback",
  profileImage: "Profile image",
  published: "Published",
};

export default function ReviewFormPage() {
  const { slug } = useParams();
  return slug ? <Update key={slug} slug={slug} /> : <Create />;
}

function Create() {
  return (
    <Screen heading="Add Review" isNarrow>
      <ReviewForm
        save={(values) => queries.add(newBody(values))}
        onSaved={({ slug, published }) =>
          tellAdded({
            text: "Review added successfully",
            open: `/review/update/${slug}`,
            page: published && "/",
          })
        }
        submitLabel="Add Review"
      />
    </Screen>
  );
}

function Update({ slug }: { slug: string }) {
  const returnToList = useReturnToList("/review");
  const query = useQuery(queries.view(slug));
  const saved = () => {
    showSuccess("Review updated successfully");
    returnToList(slug);
  };
  return (
    <LoadEntry
      heading="Update Review"
      query={query}
      missing="This review does not exist"
      list={{ to: "/review", label: "All Reviews" }}
    >
      {(review) => (
        <Screen heading="Update Review" action={<HistoryButton of={`review/${slug}`} />} isNarrow>
          <ReviewForm
            review={review}
            save={(values, version, base) => queries.change(slug, changesOf(values, base), version)}
            onSaved={saved}
            submitLabel="Update Review"
          />
        </Screen>
      )}
    </LoadEntry>
  );
}

interface ReviewFormProps {
  review?: Review;
  save: (values: Values, version: number | undefined, base: Values) => Promise<Review>;
  onSaved: (saved: Review) => void;
  submitLabel: string;
}

function ReviewForm({ review, save, onSaved, submitLabel }: ReviewFormProps) {
  const client = useQueryClient();
  const [isUploading, setUploading] = useState(false);
  const form = useEntryForm<Values>({
    initial: review ? valuesOf(review) : blank,
    version: review?.version,
    save,
    valuesOf,
    history: review && (() => revisionsOf("review", review.slug)),
    onSaved: (reply) => {
      const saved = reply as Review;
      // Opened again at once, the form begins with what was saved and not with what it had loaded before.
      client.setQueryData(queries.view(saved.slug).queryKey, saved);
      client.invalidateQueries({ queryKey: ["review"] });
      onSaved(saved);
    },
  });
  const { values, set, problem } = form;
  return (
    <FormFrame
      form={form}
      labels={labels}
      submit={{ label: submitLabel, glyph: review ? check : plus }}
      preview={(values, base) =>
        makePreview({
          noun: "review",
          slug: review?.slug,
          body: review ? changesOf(values, base) : newBody(values),
        })
      }
      isWaiting={isUploading}
      aside={
        <ImageField
          label="Profile image"
          name="profileImage"
          value={values.profileImage}
          onChange={(address) => set("profileImage", address)}
          upload={uploadImage}
          onBusy={setUploading}
          hint="A square shows best. PNG, JPEG, WebP, AVIF or GIF, at most 10 MB."
          error={problem("profileImage")}
        />
      }
    >
      <TextField
        label="Full name"
        name="fullName"
        autoComplete="off"
        value={values.fullName}
        onChange={(event) => set("fullName", event.target.value)}
        error={problem("fullName")}
      />
      <TextField
        label="Company"
        name="company"
        autoComplete="off"
        value={values.company}
        onChange={(event) => set("company", event.target.value)}
        error={problem("company")}
      />
      <TextArea
        label="Feedback"
        name="feedback"
        rows={9}
        value={values.feedback}
        onChange={(event) => set("feedback", event.target.value)}
        error={problem("feedback")}
      />
      <PublishedSwitch form={form} />
    </FormFrame>
  );
}

const valuesOf = ({ fullName, company, feedback, profileImage, published }: Review): Values => ({
  fullName,
  company,
  feedback,
  profileImage,
  published,
});

/** Of a new review: the four fields of the specification always, whether it is published where that was changed. */
const newBody = ({ published, ...words }: Values) => ({
  ...words,
  ...changesOf({ ...blank, published }, blank, ["published"]),
});
