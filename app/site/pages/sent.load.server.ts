import type { Load } from "./load.server.ts";
import type { SentProps } from "./sent.page.tsx";

// Spec §8 and copy deck: what a form says when it has arrived.
const message = "Your message has been sent successfully.";
const texts: Record<string, string> = { quote: message, contact: message, subscription: "Thank you for subscribing!" };

/** Copy deck: said where mail is set up. */
const confirmNote = "Please confirm from the e-mail we just sent.";

/** /sent/{form}: where a form leads to when scripts are off. */
export const loadSent: Load = async ({ deps: { mailer }, content: { company }, params: [form = ""] }) => {
  const text = texts[form] ?? message;
  const props: SentProps = { text, ...(form === "subscription" && mailer && { note: confirmNote }) };
  const head = { title: `${text} | ${company.name}`, description: company.tagline, share: "home", jsonLd: [] };
  return { page: "sent", props, head, status: 200 };
};
