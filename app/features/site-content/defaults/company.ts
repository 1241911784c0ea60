import { networkOf } from "#app/shared/contact/network.ts";
import { email, emails, line, number, phone, rows, text, timezone } from "./site-text.ts";

/** Facts about the company. Phone, addresses and profiles are visibly placeholders until the owner sets them. */
export const company = {
  name: line("Jorna"),
  tagline: line("Where Ideas meet Reality"),
  address: line("Lahore, Pakistan", { optional: true }),
  phone: phone("+92 00 0000000"),
  email: email("hello@example.com", { label: "E-mail that visitors see" }),
  hrEmail: email("hr@example.com", { label: "HR e-mail" }),
  notifyEmail: emails("hello@example.com", { label: "E-mail for notifications of new messages" }),
  answers: text("", { label: "When you answer, shown beside the forms once it is filled in" }),
  securityEmail: email("hello@example.com", { label: "E-mail for security reports" }),
  /** A date until which security.txt promises that the mailbox is read; the back office warns before it passes. */
  securityExpires: line("2027-10-31", { label: "Date until which that address is monitored" }),
  /** IANA name; determines the year in the copyright line. */
  timeZone: timezone("Asia/Karachi", { label: "Time zone" }),
  hours: rows(
    [
      { days: "Monday to Friday", time: "24 hours" },
      { days: "Saturday", time: "11:00 AM to 08:00 PM" },
      { days: "Sunday", time: "11:00 AM to 08:00 PM" },
    ],
    {
      label: "Opening hours",
      entryName: "row",
      columns: { days: { label: "Days", required: true }, time: { label: "Time" } },
    },
  ),
  /** A profile without a name has that of its network. */
  social: rows(
    [
      { url: "https://www.instagram.com/", name: "" },
      { url: "https://www.linkedin.com/", name: "" },
      { url: "https://twitter.com/", name: "" },
    ],
    {
      label: "Social profiles",
      entryName: "profile",
      columns: {
        url: { label: "Address", isUrl: true, required: true },
        name: { label: "Name", without: ({ url }) => networkOf(url ?? "") },
      },
    },
  ),
};

/** Shown with a plus sign. */
export const figures = {
  experience: { value: number(6), label: line("years of experience") },
  clients: { value: number(50), label: line("happy clients") },
  projects: { value: number(200), label: line("successful projects") },
};
