import {
  type Block,
  type Company,
  emailHtml,
  emailText,
  type Words,
} from "#app/features/mail/email-layout.service.server.ts";
import { findApprovalLink, findApprovalNote } from "#app/platform/content/approval.repository.server.ts";
import { titlesBySlug } from "#app/platform/content/content.repository.server.ts";
import { findContentType } from "#app/platform/content/content-types.ts";
import type { Db } from "#app/platform/deps.ts";
import type { Email } from "#app/platform/mailer.ts";
import { updatePath } from "#app/shared/content-type.ts";
import { isVisible } from "#app/shared/visible.ts";
import type { ApprovalNote } from "./approval.contract.ts";

/** A client's answer, as the mail about it tells. */
export interface Answer {
  kind: ApprovalNote["kind"];
  /** Whom the link was made for. */
  name: string;
  text: string;
  /** Title of the entry. */
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
  const title = type ? ((await titlesBySlug(db, type, [slug])).get(slug) ?? "") : "Site texts";
  const { kind, text } = note;
  return { kind, name, text, title, path: type ? updatePath(type, slug) : "/site", createdBy };
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
  { company, publicUrl }: { company: Company; publicUrl: string },
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
  const words: Words = { heading, blocks };
  return {
    to,
    subject: heading,
    autoSubmitted: "auto-generated",
    text: emailText(words, company),
    html: emailHtml(words, company),
  };
}
