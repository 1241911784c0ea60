import { findQuote, toQuote } from "#app/features/quote/quote.repository.server.ts";
import { leadReference } from "#app/shared/lead-reference.ts";
import type { Load } from "./load.server.ts";
import type { SentProps } from "./sent.page.tsx";

// The confirmation texts of the forms, as the specification words them.
const message = "Your message has been sent successfully.";
const texts: Record<string, string> = { quote: message, contact: message, subscription: "Thank you for subscribing!" };

/** Added if the subscriber has been asked. */
const confirmNote = "Please confirm from the e-mail we just sent.";

/** How long the sender can see their message. */
const ownWordsMs = 10 * 60_000;

/**
 * /sent/{form}: target of a form without JavaScript. /sent/{form}/{slug} also shows the message, for ten minutes, to
 * whoever knows the random slug; /sent/subscription/noted is for who has not been asked to confirm.
 */
export const loadSent: Load = async ({ deps, content: { company, quotePanel }, params: [form = "", slug] }) => {
  const text = texts[form] ?? message;
  const props: SentProps = {
    text,
    ...(form === "subscription" && slug === undefined && deps.mailer && { note: confirmNote }),
  };
  const quote = slug === undefined ? undefined : await findQuote(deps.db, slug);
  if (quote && deps.now().getTime() - Date.parse(quote.createdAt) < ownWordsMs) {
    props.sheet = { words: quotePanel.sent, letter: { ...toQuote(quote), reference: leadReference(quote.slug) } };
  }
  const head = { title: `${text} | ${company.name}`, description: company.tagline, share: "home", jsonLd: [] };
  return { page: "sent", props, head, status: 200, isPersonal: slug !== undefined };
};
