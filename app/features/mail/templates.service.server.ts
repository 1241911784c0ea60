import { approvalAnswer, approvalRequest, findAnswer } from "#app/features/approval/approval.email.server.ts";
import { linkToMail } from "#app/features/approval/approval.service.server.ts";
import { heldBackNotice, quoteNotice, quoteReceipt, quoteReply } from "#app/features/quote/quote.email.server.ts";
import { countSuspected, findQuote, toQuote } from "#app/features/quote/quote.repository.server.ts";
import { findReply } from "#app/features/quote/quote-event.repository.server.ts";
import { quoteOwner, quotesOwner } from "#app/features/quote/quote-owner.email.server.ts";
import { findAssignment, findBulkAssignment } from "#app/features/quote/quote-owner.repository.server.ts";
import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import { publicEmail } from "#app/features/site-content/public-email.service.server.ts";
import { readSiteContent } from "#app/features/site-content/read-site-content.service.server.ts";
import { subscriptionConfirm } from "#app/features/subscription/subscription.email.server.ts";
import { findSubscription } from "#app/features/subscription/subscription.repository.server.ts";
import { imageInfos } from "#app/features/upload/upload.repository.server.ts";
import { resetLinkToMail } from "#app/features/user/account/password-reset.service.server.ts";
import { invitationToMail } from "#app/features/user/administrators/invitation.service.server.ts";
import { invitationMail, resetLinkMail } from "#app/features/user/administrators/link.email.server.ts";
import { findUser } from "#app/features/user/user.repository.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import type { Address, Email } from "#app/platform/mailer.ts";
import { emailsIn } from "#app/shared/contact/email.ts";
import { hashOfUpload } from "#app/shared/image-address.ts";
import { safeTheme } from "#app/shared/theme.ts";
import type { Company } from "./email-layout.service.server.ts";
import { testEmail } from "./mail.email.server.ts";
import type { EmailTemplates } from "./mail-worker.service.server.ts";
import { findMail } from "./outbox.repository.server.ts";

// An email is rendered when it is sent, from the lead and site content at that time: correcting a wrong address in the
// settings is enough, and nothing is sent about a lead that was deleted or marked as spam.

const officeOf = ({ company }: SiteContent): Address[] =>
  emailsIn(company.notifyEmail).map((address) => ({ name: company.name, address }));

const publicAddressOf = ({ company }: SiteContent): Address => ({ name: company.name, address: publicEmail(company) });

async function frame(deps: Deps) {
  const content = await readSiteContent(deps);
  const company = { ...content.company, theme: safeTheme(content.theme), logo: await logoOf(deps, content) };
  return {
    content,
    company,
    office: officeOf(content),
    publicAddress: publicAddressOf(content),
    publicUrl: deps.config.publicUrl,
  };
}

/** As a PNG, because not every email client shows WebP; at most 200 by 40 px. */
async function logoOf({ db, config }: Deps, { theme }: SiteContent): Promise<Company["logo"]> {
  const hash = hashOfUpload(theme.logo);
  const address = `/uploads/${hash}.webp`;
  const size = hash && (await imageInfos(db, [address])).get(address);
  if (!size) return undefined;
  const scale = Math.min(200 / size.width, 40 / size.height, 1);
  const [width, height] = [size.width, size.height].map((side) => Math.max(1, Math.round(side * scale)));
  return { url: `${config.publicUrl}/icon/logo.png?v=${hash}`, width: width as number, height: height as number };
}

/** MAIL_FROM, or the company's own address. */
export async function senderAddress(deps: Deps): Promise<Address> {
  const office = publicAddressOf(await readSiteContent(deps));
  const { mailFrom } = deps.config;
  if (!mailFrom) return office;
  const named = /^([^<>]*)<([^<>]+)>$/.exec(mailFrom);
  // A name with a comma is usually quoted; the mailer adds the quotes that a header needs.
  const name = named?.[1]?.trim().replace(/^"(.*)"$/, "$1");
  return named
    ? { name: name || office.name, address: named[2] ?? "" }
    : { name: office.name, address: mailFrom.trim() };
}

async function wantedQuote(deps: Deps, slug: string) {
  const row = await findQuote(deps.db, slug);
  return row && !row.isSpam ? toQuote(row) : undefined;
}

/** The id in the reference of a mail that is not about a lead, such as `invitation/5`. */
const idIn = (reference: string): number => Number(reference.split("/")[1]);

/** The new owner of leads and who gave them; nothing if the owner has been removed or has no address. */
async function peopleIn({ db }: Deps, { ownerId, givenBy }: { ownerId: number; givenBy: number | null }) {
  const [owner, giver] = await Promise.all([addressOf(db, ownerId), addressOf(db, givenBy)]);
  return owner?.address ? { owner, giver } : undefined;
}

async function addressOf(db: Deps["db"], userId: number | null): Promise<Address | undefined> {
  const user = userId === null ? undefined : await findUser(db, userId);
  return user && { name: user.fullName || user.email, address: user.email };
}

/** The templates of all emails that the product sends automatically. */
export const emailTemplates: EmailTemplates = {
  sender: senderAddress,
  kinds: {
    async "quote-notice"(deps, slug) {
      const quote = await wantedQuote(deps, slug);
      return quote ? quoteNotice(quote, await frame(deps)) : null;
    },
    async "quote-receipt"(deps, slug) {
      const [quote, words] = await Promise.all([wantedQuote(deps, slug), frame(deps)]);
      return quote && words.content.mail.receipt ? quoteReceipt(quote, words.content.mail.receiptText, words) : null;
    },
    async "quote-reply"(deps, _slug, eventId) {
      const reply = eventId === null ? undefined : await findReply(deps.db, eventId);
      if (!reply) return null;
      const receipt = await findMail(deps.db, reply.slug, "quote-receipt");
      return quoteReply(reply, receipt?.state === "sent" ? [receipt.messageId] : [], await frame(deps));
    },
    async "quote-owner"(deps, _slug, eventId) {
      const given = eventId === null ? undefined : await findAssignment(deps.db, eventId);
      const people = given && (await peopleIn(deps, given));
      return people ? quoteOwner(given, people, await frame(deps)) : null;
    },
    async "quote-owner-bulk"(deps, bulk) {
      const given = await findBulkAssignment(deps.db, idIn(bulk), 20);
      const people = given && (await peopleIn(deps, given));
      return people ? quotesOwner(given, people, await frame(deps)) : null;
    },
    async "held-back"(deps, after) {
      const count = await countSuspected(deps.db, Number(after));
      return count > 0 ? heldBackNotice(count, await frame(deps)) : null;
    },
    async "approval-answer"(deps, _entry, noteId) {
      const answer = noteId === null ? undefined : await findAnswer(deps.db, noteId);
      if (!answer) return null;
      const words = await frame(deps);
      return approvalAnswer(answer, (await addressOf(deps.db, answer.createdBy)) ?? words.office, words);
    },
    async "approval-request"(deps, link) {
      const asked = await linkToMail(deps, idIn(link));
      return asked ? approvalRequest(asked, await addressOf(deps.db, asked.createdBy), await frame(deps)) : null;
    },
    async "user-invitation"(deps, invitation) {
      const link = await invitationToMail(deps, idIn(invitation));
      const madeBy = link && (await addressOf(deps.db, link.madeBy));
      return link ? invitationMail({ ...link, madeBy }, await frame(deps)) : null;
    },
    async "user-reset"(deps, reset) {
      const link = await resetLinkToMail(deps, idIn(reset));
      const madeBy = link && (await addressOf(deps.db, link.madeBy));
      return link ? resetLinkMail({ ...link, madeBy }, await frame(deps)) : null;
    },
    async "subscription-confirm"(deps, slug) {
      const [subscription, words] = await Promise.all([findSubscription(deps.db, { slug }), frame(deps)]);
      return subscription?.state === "pending"
        ? subscriptionConfirm(subscription, words.content.mail.newsletterText, words)
        : null;
    },
  },
};

/** Templates for replying to a lead. */
export const replyTemplates = async (deps: Deps) => (await readSiteContent(deps)).mail.replies;

/** The email with which an administrator tests the mail server; without `to` it goes where notices go. */
export async function renderTestEmail(deps: Deps, to: string | undefined): Promise<Email> {
  const words = await frame(deps);
  return testEmail(to === undefined ? words.office : { name: "", address: to }, words);
}
