/** Facts about the company. Phone, addresses and profiles are visibly placeholders until the owner sets them (spec/reading). */
export const company = {
  name: "Jorna",
  tagline: "Where Ideas meet Reality",
  address: "Lahore, Pakistan",
  phone: "+92 00 0000000",
  hrEmail: "hr@example.com",
  notifyEmail: "hello@example.com",
  securityEmail: "hello@example.com",
  /** A date. security.txt promises until then that somebody reads that mailbox; the admin warns before it passes. */
  securityExpires: "2027-10-31",
  /** IANA name; decides the year of the copyright line. */
  timeZone: "Asia/Karachi",
  hours: [
    { days: "Monday to Friday", time: "24 hours" },
    { days: "Saturday", time: "11:00 AM to 08:00 PM" },
    { days: "Sunday", time: "11:00 AM to 08:00 PM" },
  ],
  social: [
    { name: "Instagram", url: "https://www.instagram.com/" },
    { name: "LinkedIn", url: "https://www.linkedin.com/" },
    { name: "Twitter", url: "https://twitter.com/" },
  ],
};

/** Shown with a plus sign (spec §9). */
export const figures = {
  experience: { value: 6, label: "years of experience" },
  clients: { value: 50, label: "happy clients" },
  projects: { value: 200, label: "successful projects" },
};
