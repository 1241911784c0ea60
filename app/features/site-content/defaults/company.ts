import { email, emails, line, list, number, phone, timezone, url } from "./site-text.ts";

/**
 * Facts about the company. Phone, addresses and profiles are visibly placeholders until the owner sets them
 * (spec/reading).
 */
export const company = {
  name: line("Jorna"),
  tagline: line("Where Ideas meet Reality"),
  address: line("Lahore, Pakistan", { optional: true }),
  phone: phone("+92 00 0000000"),
  email: email("hello@example.com", { label: "E-mail that visitors see" }),
  hrEmail: email("hr@example.com", { label: "HR e-mail" }),
  notifyEmail: emails("hello@example.com", { label: "E-mail for notifications of new messages" }),
  securityEmail: email("hello@example.com", { label: "E-mail for security reports" }),
  /** A date until which security.txt promises that the mailbox is read; the back office warns before it passes. */
  securityExpires: line("2027-10-31", { label: "Date until which that address is monitored" }),
  /** IANA name; determines the year in the copyright line. */
  timeZone: timezone("Asia/Karachi", { label: "Time zone" }),
  hours: list(
    "Hours",
    [
      { days: "Monday to Friday", time: "24 hours" },
      { days: "Saturday", time: "11:00 AM to 08:00 PM" },
      { days: "Sunday", time: "11:00 AM to 08:00 PM" },
    ],
    ({ days, time }) => ({ days: line(days), time: line(time, { optional: true }) }),
  ),
  social: list(
    "Profile",
    [
      { name: "Instagram", url: "https://www.instagram.com/" },
      { name: "LinkedIn", url: "https://www.linkedin.com/" },
      { name: "Twitter", url: "https://twitter.com/" },
    ],
    ({ name, url: address }) => ({ name: line(name), url: url(address, { label: "Address" }) }),
  ),
};

/** Shown with a plus sign (spec §9). */
export const figures = {
  experience: { value: number(6), label: line("years of experience") },
  clients: { value: number(50), label: line("happy clients") },
  projects: { value: number(200), label: line("successful projects") },
};
