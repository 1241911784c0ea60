import { type Block, drawn, type Frame, type Words } from "#app/features/mail/email-layout.service.server.ts";
import { findApprovalLink, findApprovalNote } from "#app/platform/content/approval.repository.server.ts";
import { findContentType } from "#app/platform/content/content-types.ts";
import { entryTitles } from "#app/platform/content/entry-titles.repository.server.ts";
import type { Db } from "#app/platform/deps.ts";
import type { Address, Email } from "#app/platform/mailer.ts";
import { updatePath } from "#app/shared/content-type.ts";
import { timeIn } from "#app/shared/day.ts";
import { isVisible } from "#app/shared/text/visible.ts";
import type { ApprovalNote } from "./approval.contract.ts";

/** A client's answer, as the mail about it tells. */
export interface Answer {
  kind: ApprovalNote["kind"];
  /** Whom the link was made for. */
  name: string;
  text: string;
  title: string;
  /** Path of its form in the back office. */
  path: string;
  /** The administrator who made the link. */
  createdBy: number | null;
}

/** @returns nothing if the answer has been erased or the link revoked */
export async function findAnswer(db: Db, noteId: number): Promise<Answer | undefined> {
  const note = await findApprovalNote(db, noteId);
  const link = note && (await findApprovalLink(db, { id: note.linkId }));
  if (!note || !link || link.revokedAt !== null) return undefined;
  const { noun, slug, name, createdBy } = link;
  const type = findContentType(noun);
  const { kind, text } = note;
  const title = (await entryTitles(db, [link]))(link);
  return { kind, name, text, title, path: type ? updatePath(type, slug) : "/site", createdBy };
}

/** A link that a client is asked with. */
interface Asked {
  name: string;
  email: string;
  url: string;
  /** ISO 8601, UTC. */
  endsAt: string;
}

/**
 * Asks a client for approval. The address was typed by an administrator, who may have mistyped it: the mail names the
 * company and the client, and of the draft nothing.
 */
export function approvalRequest(
  { name, email, url, endsAt }: Asked,
  askedBy: Address | undefined,
  { company, publicAddress }: Frame,
): Email {
  const words: Words = {
    heading: `${company.name} asks for your approval`,
    blocks: [
      {
        kind: "text",
        text: `${name}, ${askedBy?.name ?? company.name} has something ready for you to look at. Behind this link you see the page as its visitors will, comment on it, and approve it or ask for changes, without an account.`,
      },
      { kind: "button", label: "Look at the page", href: url },
      { kind: "small", text: `The link is open until ${timeIn(company.timeZone, endsAt)}. Please do not pass it on.` },
    ],
  };
  return {
    to: { name, address: email },
    replyTo: askedBy ?? publicAddress,
    subject: words.heading,
    autoSubmitted: "auto-generated",
    ...drawn(words, company),
  };
}

const headings = {
  approved: (name: string, title: string) => `${name} has approved “${title}”`,
  changes: (name: string, title: string) => `${name} asks for changes to “${title}”`,
  comment: (name: string, title: string) => `${name} has commented on “${title}”`,
};

/** Tells the administrator who asked, at the address with which they log in. */
export function approvalAnswer(
  { kind, name, text, title, path }: Answer,
  to: Email["to"],
  { company, publicUrl }: Frame,
): Email {
  const heading = headings[kind](name, title);
  const blocks: Block[] = [
    ...(isVisible(text) ? [{ kind: "quoted" as const, text }] : []),
    { kind: "button", label: "Open it in the back office", href: `${publicUrl}/admin${path}` },
    {
      kind: "small",
      text:
        kind === "comment"
          ? "Further comments of the next hour are shown in the back office without a mail of their own."
          : "You get this mail because you made the link for this approval.",
    },
  ];
  return {
    to,
    subject: heading,
    autoSubmitted: "auto-generated",
    ...drawn({ heading, blocks }, company),
  };
}
