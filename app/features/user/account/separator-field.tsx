import { useState } from "react";
import { choices, keepChoice } from "#app/browser/device-choice.ts";
import { chosenSeparator } from "#app/shared/csv-separator.ts";
import { SelectField } from "#app/ui/admin/control/select-field.tsx";

const options = [
  { value: "", label: "What your language uses" },
  { value: "comma", label: "Comma" },
  { value: "semicolon", label: "Semicolon" },
];

/** The choice for exported files on this device, which app/platform/csv.ts reads. */
export function SeparatorField() {
  const [chosen, setChosen] = useState<string>(chosenSeparator(choices()) ?? "");
  function choose(name: string) {
    setChosen(name);
    keepChoice("csv", name);
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
