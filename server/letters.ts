import { testLetter } from "#app/features/mail/mail.email.server.ts";
import type { MailWords } from "#app/features/mail/mail.routes.server.ts";
import { heldBackNotice, quoteNotice, quoteReceipt } from "#app/features/quote/quote.email.server.ts";
import { countSuspected, findQuote, toQuote } from "#app/features/quote/quote.repository.server.ts";
import { subscriptionConfirm } from "#app/features/subscription/subscription.email.server.ts";
import { findSubscription } from "#app/features/subscription/subscription.repository.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import type { Address } from "#app/platform/mailer.ts";
import type { Letters } from "#app/platform/postman.server.ts";
import type { SiteContent } from "#app/site/content/site-content.ts";
import { siteWords } from "#app/site/render/site-words.server.ts";

// A mail is worded when it is sent, from its lead and the site's words as they are then: a wrong address of the office is mended by
// correcting it, and nothing is sent about a lead that has gone or turned out to be spam.

const officeOf = ({ company }: SiteContent): Address => ({ name: company.name, address: company.notifyEmail });

async function frame(deps: Deps) {
  const content = await siteWords(deps);
  return { content, company: content.company, office: officeOf(content), publicUrl: deps.config.publicUrl };
}

/** MAIL_FROM, or else the office's own address. */
async function sender(deps: Deps): Promise<Address> {
  const office = officeOf(await siteWords(deps));
  const { mailFrom } = deps.config;
  if (!mailFrom) return office;
  const named = /^([^<>]*)<([^<>]+)>$/.exec(mailFrom);
  return named
    ? { name: named[1]?.trim() || office.name, address: named[2] ?? "" }
    : { name: office.name, address: mailFrom.trim() };
}

async function wantedQuote(deps: Deps, slug: string) {
  const row = await findQuote(deps.db, slug);
  return row && !row.isSpam ? toQuote(row) : undefined;
}

/** Every kind of mail that the product sends by itself. */
export const letters: Letters = {
  sender,
  kinds: {
    async "quote-notice"(deps, slug) {
      const quote = await wantedQuote(deps, slug);
      return quote ? quoteNotice(quote, await frame(deps)) : null;
    },
    async "quote-receipt"(deps, slug) {
      const [quote, words] = await Promise.all([wantedQuote(deps, slug), frame(deps)]);
      return quote && words.content.mail.receipt ? quoteReceipt(quote, words.content.mail.receiptText, words) : null;
    },
    async "held-back"(deps, after) {
      const count = await countSuspected(deps.db, Number(after));
      return count > 0 ? heldBackNotice(count, await frame(deps)) : null;
    },
    async "subscription-confirm"(deps, slug) {
      const [subscription, words] = await Promise.all([findSubscription(deps.db, { slug }), frame(deps)]);
      return subscription?.state === "pending"
        ? subscriptionConfirm(subscription, words.content.mail.newsletterText, words)
        : null;
    },
  },
};

export const mailWords: MailWords = {
  sender,
  office: async (deps) => officeOf(await siteWords(deps)),
  test: async (deps, to) => testLetter(to, await frame(deps)),
};
