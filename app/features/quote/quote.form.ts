import * as limits from "#app/shared/limit-values.ts";

// What a visitor's message consists of. From this follow the call, the forms with and without scripts, what is stored
// and searched, mails, the inbox, CSV and the API's description: a field more is declared here, in a migration and in
// the schema.

export type MessageForm = "quote" | "contact";

interface MessageField {
  /** How it is validated, shown, searched and exported. `message`: the text itself, of which there is one. */
  kind: "text" | "email" | "phone" | "message";
  label: string;
  /** Maximum length in characters. */
  limit: number;
  /** The forms that ask for it. */
  forms: readonly MessageForm[];
  /** `in-form`: the forms that ask for it require it, a call may leave it out. */
  required: "always" | "in-form" | "never";
  placeholder: string | Record<MessageForm, string>;
  autoComplete?: string;
  /** Height of the message, in lines. */
  rows?: Record<MessageForm, number>;
}

const inBoth = ["quote", "contact"] as const;

export const messageFields = {
  fullName: {
    kind: "text",
    label: "Full name",
    limit: limits.name,
    forms: inBoth,
    required: "always",
    placeholder: "As you like to be called",
    autoComplete: "name",
  },
  email: {
    kind: "email",
    label: "Email",
    limit: limits.email,
    forms: inBoth,
    required: "always",
    placeholder: "name@company.com",
    autoComplete: "email",
  },
  phoneNumber: {
    kind: "phone",
    label: "Phone number",
    limit: limits.phone,
    forms: ["contact"],
    required: "in-form",
    placeholder: "With country code",
    autoComplete: "tel",
  },
  message: {
    kind: "message",
    label: "Message",
    limit: limits.message,
    forms: inBoth,
    required: "always",
    placeholder: {
      quote: "What it does, who it is for, and when you need it",
      contact: "What should exist that does not exist yet?",
    },
    rows: { quote: 15, contact: 10 },
  },
} as const satisfies Record<string, MessageField>;

export type FieldName = keyof typeof messageFields;
type Always = { [K in FieldName]: (typeof messageFields)[K]["required"] extends "always" ? K : never }[FieldName];

/** A message with each field's `A` where it is always there, and `O` where it may be absent. */
export type OfFields<A, O> = Record<Always, A> & Record<Exclude<FieldName, Always>, O>;

/** As a row or a form has it. */
export type MessageValues = Record<Always, string> & Partial<Record<Exclude<FieldName, Always>, string | null>>;

export const fieldNames = Object.keys(messageFields) as FieldName[];

export const fieldOf = (name: FieldName): MessageField => messageFields[name];

/** The fields that a form asks for, in their order. */
export const fieldsIn = (form: MessageForm): FieldName[] =>
  fieldNames.filter((name) => fieldOf(name).forms.includes(form));

/** The name and value of each field of these kinds that has a value. */
export const filledFields = (values: MessageValues, ...kinds: MessageField["kind"][]): [FieldName, string][] =>
  fieldNames.flatMap((name): [FieldName, string][] => {
    const value = values[name];
    return value && kinds.includes(fieldOf(name).kind) ? [[name, value]] : [];
  });

/** The short texts besides the name, as label and value: what the inbox shows beside name and addresses. */
export const otherFacts = (values: MessageValues): [label: string, value: string][] =>
  filledFields(values, "text")
    .filter(([name]) => name !== "fullName")
    .map(([name, value]) => [fieldOf(name).label, value]);
