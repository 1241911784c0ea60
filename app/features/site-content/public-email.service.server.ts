import { emailsIn } from "#app/shared/contact/email.ts";
import { defaultContent, type SiteContent } from "./defaults/site-content.ts";

/** The address that visitors write to; while it is the placeholder, the first one that gets the notices. */
export const publicEmail = ({ email, notifyEmail }: SiteContent["company"]): string =>
  email === defaultContent.company.email ? (emailsIn(notifyEmail)[0] ?? email) : email;
