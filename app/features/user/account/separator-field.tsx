import { useState } from "react";
import { chosenSeparator } from "#app/shared/csv-separator.ts";
import { SelectField } from "#app/ui/admin/control/select-field.tsx";

const yearSeconds = 365 * 86_400;

const options = [
  { value: "", label: "What your language uses" },
  { value: "comma", label: "Comma" },
  { value: "semicolon", label: "Semicolon" },
];

/** Like the theme, the choice is a cookie, which logging out leaves; the server reads it (app/platform/csv.ts). */
export function SeparatorField() {
  const [chosen, setChosen] = useState<string>(chosenSeparator(document.cookie) ?? "");
  function choose(name: string) {
    setChosen(name);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not widely supported yet
    document.cookie = `csv=${name}; path=/; max-age=${name ? yearSeconds : 0}; samesite=lax`;
  }
  return (
    <SelectField
      label="Columns are separated by"
      options={options}
      value={chosen}
      onChange={({ target }) => choose(target.value)}
      hint="If all of a file stands in one column, your spreadsheet expects the other one. Kept on this device."
    />
  );
}
