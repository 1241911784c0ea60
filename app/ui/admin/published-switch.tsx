import { Switch } from "./switch.tsx";

interface PublishedForm {
  values: { published: boolean };
  set: (name: "published", value: boolean) => void;
}

/** Whether visitors see the entry, in the form of every entry that can be hidden. */
export function PublishedSwitch({ form: { values, set } }: { form: PublishedForm }) {
  return (
    <Switch
      label="Published"
      name="published"
      isOn={values.published}
      onChange={(isOn) => set("published", isOn)}
      hint={values.published ? "Visitors see it." : "A draft: only the office sees it."}
    />
  );
}
