import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import type { Draft } from "#app/features/draft/draft.queries.ts";
import { useServerDraft } from "#app/features/draft/server-draft.form.ts";
import { revisionsOf } from "#app/features/revision/revision.queries.ts";
import { type AnyEntry, type ContentType, editableFields } from "#app/shared/content-type.ts";
import { randomKey } from "#app/shared/random-key.ts";
import { authorsIn } from "#app/ui/admin/draft/merge.ts";
import { addOnce } from "#app/ui/admin/form/add-once.ts";
import { type EntryForm, useEntryForm } from "#app/ui/admin/form/entry-form.ts";
import {
  changedBody,
  changesOf,
  type FieldValue,
  type FormField,
  type FormFields,
  type FormValues,
  labelsOf,
  valuesOf,
} from "#app/ui/admin/form/fields.ts";
import { contentQueries } from "./content.queries.ts";

/** Parts of a type's form beyond the fields that the generic form renders. */
export interface FormPart {
  /** Labels of its fields, which are stored and merged like all others, but rendered by `aside` and `parts`. */
  labels: Record<string, string>;
  /** The fields of one entry of those that are lists, by name. */
  columns: Record<string, FormFields>;
  /** Their values, also for a new entry. */
  valuesOf: (entry: Partial<AnyEntry>) => FormValues;
  /** The request body for the changed fields. */
  body: (changes: Partial<FormValues>, values: FormValues) => object;
  aside: (form: EntryForm<FormValues>) => ReactNode;
  /** Whether a value counts as input. */
  isInput: (name: string, value: FieldValue) => boolean;
  /** Shown below the other fields. `slug`: of a stored entry; `onBusy`: to call when an upload starts or ends. */
  parts: (form: EntryForm<FormValues>, slug: string | undefined, onBusy: (isBusy: boolean) => void) => ReactNode;
  /** Advice before publishing on its fields. */
  advice: (values: FormValues) => string[];
}

interface Options {
  type: ContentType;
  part?: FormPart | undefined;
  /** Undefined for a new entry. */
  entry?: AnyEntry | undefined;
  /** Its draft, as loaded. */
  draft?: Draft | null;
  onSaved: (saved: AnyEntry) => void;
  /** Key of the draft on this device, where the entry is edited elsewhere than in its form. */
  draftAt?: string | undefined;
}

/** An entry's form state with its draft on the server, for its form and for editing on the page. */
export function useEntryEditor({ type, part, entry, draft = null, onSaved, draftAt }: Options) {
  const client = useQueryClient();
  const { add, change, view } = queriesOf(type);
  const fields = formFieldsOf(type);
  const valuesFrom = (of: Partial<AnyEntry>) => ({ ...valuesOf(fields, of), ...part?.valuesOf(of) });
  const blank = valuesFrom({ published: true });
  const changed = (values: FormValues, base: FormValues) => {
    const changes = changedBody(fields, values, base);
    return part ? part.body(changes, values) : changes;
  };
  const body = (values: FormValues, base: FormValues) =>
    entry ? changed(values, base) : { ...alwaysSent(type, values), ...changed(values, blank) };
  // The version refuses it if somebody else has saved in between, so it cannot revert what they have changed.
  const update = (of: AnyEntry, values: FormValues, base: FormValues, version: number | undefined, query = {}) =>
    change(of.slug, { ...alwaysSent(type, values), ...changed(values, base) }, version, query);
  const draftedOver = (of: Draft) => valuesFrom({ ...entry, ...of.base });
  const valuesIn = (of: Draft) => valuesFrom({ ...entry, ...of.base, ...of.changes });
  // The draft belongs to the form that it is created from.
  const server = useRef<Pick<ReturnType<typeof useServerDraft>, "contained" | "onPublished" | "refetch">>(undefined);
  const form = useEntryForm<FormValues, number, AnyEntry>({
    initial: entry ? valuesFrom(entry) : blank,
    version: entry?.version,
    ...(draftAt !== undefined && { draftAt }),
    stored: draft && {
      values: changesOf(valuesIn(draft), draftedOver(draft)) as FormValues,
      base: draftedOver(draft),
      version: draft.baseVersion,
      at: Date.parse(draft.savedAt),
    },
    save: async (values, version, base, key) => {
      if (!entry)
        return addOnce(
          () => add(body(values, base), key()),
          (added) => update(added, values, valuesFrom(added), added.version),
        );
      const drafted = await server.current?.contained();
      return update(entry, values, withoutDrafted(base, drafted?.changes), version, {
        draft: drafted?.version,
        ifApproved: !entry.published && values.published === true,
      });
    },
    newer: (theirs: AnyEntry) => ({ values: valuesFrom(theirs), version: theirs.version }),
    onRefused: ({ code }) => {
      // Somebody may have deleted it: its view then says so.
      if (code === "not_found") void client.invalidateQueries({ queryKey: [type.name] });
      // Somebody may have changed the draft that it was to contain.
      if (code === "conflict") void server.current?.refetch().catch(() => undefined);
    },
    authors: entry && (async (names) => authorsIn(await revisionsOf(type.name, entry.slug), valuesFrom, names)),
    onSaved: (saved) => {
      // If reopened at once, the form starts from what was saved rather than what it had loaded before.
      client.setQueryData(view(saved.slug).queryKey, saved);
      client.invalidateQueries({ queryKey: [type.name] });
      server.current?.onPublished();
      onSaved(saved);
    },
  });
  const labels = { ...labelsOf(fields), ...part?.labels };
  const drafts = useServerDraft({
    noun: type.name,
    slug: entry?.slug,
    loaded: draft,
    form,
    changes: body,
    valuesOf: valuesIn,
    labels,
  });
  server.current = drafts;
  /** Saves the values as a new entry. @returns undefined if that was refused, which the form then says */
  const newKey = useRef(randomKey());
  const saveAsNew = async (): Promise<AnyEntry | undefined> => {
    const saved = await form.attempt((values) =>
      addOnce(
        () => add({ ...alwaysSent(type, values), ...changed(values, blank) }, newKey.current),
        (added) => update(added, values, valuesFrom(added), added.version),
      ),
    );
    if (!saved) return undefined;
    newKey.current = randomKey();
    form.discard();
    await client.invalidateQueries({ queryKey: [type.name] });
    return saved;
  };
  return { form, drafts, fields, labels, body, saveAsNew };
}

/** Makes each field of the draft count as changed: one that was typed back, and is not sent, would stay drafted. */
const withoutDrafted = (base: FormValues, drafted: object = {}): FormValues =>
  Object.fromEntries(Object.entries(base).map(([name, value]) => [name, name in drafted ? null : value]));

export const queriesOf = (type: ContentType) => contentQueries<ContentType, AnyEntry, object, object>(type);

const published: FormField = {
  kind: "boolean",
  label: "Published",
  states: { on: "Visitors see it.", off: "Unpublished: visitors do not see it." },
};

/** Fields that need more than their kind to be rendered are the type's own part. */
export function formFieldsOf(type: ContentType): FormFields {
  const declared = editableFields(type).flatMap(([name, field]): [string, FormField][] =>
    field.kind === "json" ? [] : [[name, field.kind === "number" ? { ...field, isOptional: true } : field]],
  );
  return { ...Object.fromEntries(declared), published };
}

/** What the specification's calls contain, whether or not it has been filled in or changed. */
const alwaysSent = (type: ContentType, values: FormValues) =>
  Object.fromEntries(
    editableFields(type).flatMap(([name, { kind, isExtra }]) =>
      !isExtra && (kind === "text" || kind === "longText" || kind === "image") ? [[name, values[name]]] : [],
    ),
  );
