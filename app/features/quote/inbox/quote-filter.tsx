import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dayIn } from "#app/shared/day.ts";
import { DateField } from "#app/ui/admin/control/date-field.tsx";
import { InboxFilter, useFilter, useSearchField } from "#app/ui/admin/inbox/inbox-filter.tsx";
import { exportQuotes, leadOptions, quoteCounts, statusNames } from "../quote.queries.ts";

const sources = [
  { value: "", label: "All" },
  { value: "quote", label: "Quote panel" },
  { value: "contact", label: "Contact form" },
];

const statuses = [
  { value: "", label: "All" },
  ...Object.entries(statusNames).map(([value, label]) => ({ value, label })),
];

export const useQuoteFilter = () => useFilter(["source", "show", "status", "owner", "from", "to"], "quotes");

type Filter = ReturnType<typeof useQuoteFilter>;

interface QuoteFilterProps {
  filter: Filter;
  which: Parameters<typeof exportQuotes>[0];
  /** How many messages match, once that is known. */
  total: number | undefined;
}

/** The bar above the inbox. */
export function QuoteFilter({ filter, which, total }: QuoteFilterProps) {
  const counts = useQuery(quoteCounts()).data;
  const days = useDays(filter);
  const owners = useQuery(leadOptions()).data?.owners ?? [];
  const choice = (name: keyof typeof filter.values, label: string, options: { value: string; label: string }[]) => ({
    name,
    label,
    value: filter.values[name],
    options,
    onChange: (value: string) => filter.set(name, value),
  });
  return (
    <InboxFilter
      what="quotes"
      beside={days.fields}
      q={filter.q}
      example="A name, a word, an owner, a reference"
      onSearch={(q) => filter.set("q", q)}
      choices={[
        choice("show", "Show", [
          { value: "", label: "All" },
          { value: "wanted", label: "Not spam" },
          { value: "unread", label: counts?.unread ? `Unread (${counts.unread.toLocaleString("en-GB")})` : "Unread" },
          {
            value: "spam",
            label: counts?.spam ? `Suspected spam (${counts.spam.toLocaleString("en-GB")})` : "Suspected spam",
          },
        ]),
        choice("status", "Status", statuses),
        choice("source", "Source", sources),
        days.choice,
        // Of one administrator's there is nothing to choose.
        ...(owners.length > 1 || filter.values.owner
          ? [
              choice("owner", "Owner", [
                { value: "", label: "All" },
                ...owners.map(({ id, name }) => ({ value: String(id), label: name })),
              ]),
            ]
          : []),
      ]}
      count={total === undefined ? "" : counted(total)}
      onExport={() => exportQuotes(which)}
    />
  );
}

/** The days on which messages were received: all, today, yesterday, or from one to another. */
function useDays({ values: { from, to }, set }: Filter) {
  const [isOpen, setOpen] = useState(false);
  const dayBefore = (days: number) => dayIn(undefined, new Date(new Date().setDate(new Date().getDate() - days)));
  const days: Record<string, string> = { today: dayBefore(0), yesterday: dayBefore(1) };
  const named = isOpen ? undefined : Object.keys(days).find((name) => from === to && from === days[name]);
  const value = named ?? (isOpen || from || to ? "days" : "");
  const onChange = (chosen: string) => {
    setOpen(chosen === "days");
    if (chosen === "days") return;
    for (const end of ["from", "to"] as const) set(end, days[chosen] ?? "");
  };
  const options = [
    { value: "", label: "Any day" },
    { value: "today", label: "Today" },
    { value: "yesterday", label: "Yesterday" },
    { value: "days", label: "From, to" },
  ];
  const fields = value === "days" && [
    <DayField key="from" label="From" day={from} onChange={(day) => set("from", day)} />,
    <DayField key="to" label="To" day={to} onChange={(day) => set("to", day)} />,
  ];
  return { fields, choice: { name: "received", label: "Received", value, options, onChange } };
}

/** Keeps what is being typed: the address follows later, and a day is complete from the first digit of its year on. */
function DayField({ label, day, onChange }: { label: string; day: string; onChange: (day: string) => void }) {
  const field = useSearchField(day, onChange);
  return <DateField label={label} value={field.typed} onChange={(event) => field.type(event.target.value)} />;
}

const counted = (total: number) => (total === 1 ? "1 message" : `${total.toLocaleString("en-GB")} messages`);
