import type { Frame } from "#app/shared/focal-point.ts";
import { TextArea, TextField } from "#app/ui/text-field.tsx";
import { DateField } from "../control/date-field.tsx";
import { SelectField } from "../control/select-field.tsx";
import { Switch } from "../control/switch.tsx";
import { AltField } from "../picture/alt-field.tsx";
import { FocalPointField } from "../picture/focal-point-field.tsx";
import { ImageField } from "../picture/image-field.tsx";
import { FormattedTextArea } from "../text/formatted-text-area.tsx";
import { ColourField } from "./colour-field.tsx";
import type { Entry, FieldValue, FormField } from "./fields.ts";
import styles from "./form.module.css";
import { ListField } from "./list-field.tsx";
import { ObjectListField } from "./object-list-field.tsx";

interface FormFieldInputProps {
  field: FormField;
  name: string;
  value: FieldValue;
  /** `focus`: the focal point of a picture that has just been cropped. */
  onChange: (value: FieldValue, focus?: string) => void;
  /** Of the picture that the field belongs to. */
  picture?: string;
  /** Of a picture: the frames that it fills, and its focal point. */
  frames?: readonly Frame[];
  focus?: string;
  /** The server's message for this field. */
  error: string | null;
  /** Called when an upload starts or ends. */
  onBusy?: (isBusy: boolean) => void;
}

/** The input of a declared field, chosen by its kind. */
export function FormFieldInput(props: FormFieldInputProps) {
  const { field, name, value, onChange, picture = "", error } = props;
  const { kind, label, hint } = field;
  const shared = { label, name: field.inputName ?? name, error, hint };
  const text = String(value ?? "");
  if (kind === "boolean") {
    const isOn = value === true;
    const state = isOn ? field.states?.on : field.states?.off;
    return <Switch label={label} name={shared.name} isOn={isOn} onChange={onChange} hint={state ?? hint} />;
  }
  if (kind === "textList")
    return <ListField {...shared} entryName={field.entryName} values={value as string[]} onChange={onChange} />;
  if (kind === "objectList")
    return (
      <ObjectListField
        {...shared}
        entryName={field.entryName}
        most={field.most}
        columns={field.columns}
        values={value as Entry[]}
        onChange={onChange}
      />
    );
  if (kind === "alt") return <AltField {...shared} value={value as string | null} onChange={onChange} />;
  if (kind === "focalPoint")
    return <FocalPointField {...shared} value={text} picture={picture} frames={field.frames} onChange={onChange} />;
  if (kind === "image")
    return (
      <ImageField
        {...shared}
        value={text}
        onChange={onChange}
        frames={props.frames}
        focus={props.focus}
        onBusy={props.onBusy}
        minWidth={text === field.builtIn ? 0 : field.minWidth}
        isWhole={field.isWhole}
      />
    );
  if (kind === "colour") return <ColourField {...shared} value={text} onChange={onChange} rules={field.rules} />;
  return <TextInput field={field} {...shared} value={text} onChange={onChange} />;
}

interface TextInputProps extends Pick<FormFieldInputProps, "name" | "error"> {
  field: Extract<FormField, { kind: keyof typeof keyboards | "choice" | "timezone" | "longText" }>;
  label: string;
  hint: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** The input of a field whose value is text: typed, or chosen from a list. */
function TextInput({ field, value, onChange, ...shared }: TextInputProps) {
  const { kind } = field;
  const typed = {
    ...shared,
    value,
    "aria-required": field.required || undefined,
    autoComplete: field.autoComplete ?? "off",
    // Addresses are mostly pasted, often with a space that nobody sees, and have none around them.
    onChange: ({ target }: { target: { value: string } }) =>
      onChange(kind === "url" || kind === "email" ? target.value.trim() : target.value),
  };
  if (kind === "choice") return <SelectField {...typed} options={field.options} />;
  if (kind === "timezone") return <SelectField {...typed} options={zonesWith(value)} />;
  if (kind === "longText") {
    const Area = field.formatted ? FormattedTextArea : TextArea;
    return <Area {...typed} rows={field.rows ?? rowsFor(value)} />;
  }
  const Line = kind === "date" ? DateField : TextField;
  return (
    <Line
      {...typed}
      {...keyboards[kind]}
      className={kind === "number" || kind === "date" ? styles.number : undefined}
    />
  );
}

/** Keyboard hints for phones. Validation is left to the server. */
const keyboards = {
  text: {},
  number: { inputMode: "numeric" },
  date: {},
  url: { inputMode: "url", dir: "ltr", spellCheck: false },
  email: { inputMode: "email", dir: "ltr", spellCheck: false },
  emails: { inputMode: "email", dir: "ltr", spellCheck: false },
  phone: { inputMode: "tel", dir: "ltr" },
} as const;

const rowsFor = (text: string) => Math.min(8, Math.max(3, Math.ceil(text.length / 70) + 1));

/** All time zones known to the browser, plus the current value. */
function zonesWith(current: string) {
  const zones = new Set([...Intl.supportedValuesOf("timeZone"), current]);
  return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }));
}
