import { contentTypes } from "#app/platform/content/content-types.ts";
import type { FoundEvent } from "./activity.repository.server.ts";

// What the activity says of each kind of change, and why one cannot be undone.

const isSent = "A message that has been sent cannot be undone.";
const isErased = "What has been erased cannot be restored.";

export const entryVerbs = { create: "Added", update: "Changed", delete: "Deleted", restore: "Restored" } as const;

/** Done to several messages or subscriptions. */
export const bulkLabels: Record<string, string> = {
  read: "Marked as read",
  unread: "Marked as unread",
  spam: "Marked as spam",
  "not-spam": "Marked as not spam",
  delete: "Deleted",
};

/** Done to one lead. */
export const leadEventLabels: Record<FoundEvent["kind"], (text: string) => string> = {
  status: (text) => `Marked as ${text}`,
  owner: (text) => (text ? `Assigned to ${text}:` : "Removed the owner of"),
  "next-step": (text) => (text ? "Set the next step of" : "Cleared the next step of"),
  note: () => "Wrote a note on",
  reply: () => "Answered",
};

export const isFinal = "This cannot be undone.";

/** Why an event of a lead cannot be undone here. */
export const leadEventReasons: Record<FoundEvent["kind"], string> = {
  status: "Its status has been changed since.",
  owner: "Choose the owner in the lead.",
  "next-step": "Set the next step in the lead.",
  note: "Notes stay with their lead.",
  reply: isSent,
};

/** What the site itself erases, in the singular and the plural, by the word in which it is recorded. */
const erasedNouns: Record<string, readonly [string, string]> = {
  ...Object.fromEntries(contentTypes.map(({ name, one, many }) => [name, [one, many]])),
  "project-detail": ["project detail", "project details"],
  quote: ["message", "messages"],
  quotes: ["message", "messages"],
  spam: ["suspected spam message", "suspected spam messages"],
  subscription: ["subscription", "subscriptions"],
  subscriptions: ["subscription", "subscriptions"],
  picture: ["picture", "pictures"],
};

/** "3 messages", of what is recorded as "3 × quote", "3 quotes" or, of pictures, "3". */
export function erasedAmount(subject: string): string {
  const [, count = "", noun = "picture"] = /^(\d+)(?: × | |$)(.+)?$/.exec(subject) ?? [];
  const [one, many] = erasedNouns[noun] ?? [noun, noun];
  return count === "" ? subject : `${Number(count).toLocaleString("en-GB")} ${count === "1" ? one : many}`;
}

/** What clients do behind their links. */
export const answerLabels = {
  "approval-approved": { done: "A client approved", reason: "The answer is the client’s." },
  "approval-changes": { done: "A client asked for changes to", reason: "The answer is the client’s." },
  "approval-comment": { done: "A client commented on", reason: "The comment is the client’s." },
};

/** What is recorded automatically, by kind; without a reason: `isFinal`. */
export const otherLabels: Record<string, { done: string; to?: string; reason?: string }> = {
  "lead-deleted": { done: "Deleted the message of", reason: "It is not in the trash any more." },
  "lead-restored": { done: "Restored the message of", reason: "It has been deleted again." },
  "lead-spam": { done: "Marked as spam the message of", reason: "Its mark has been changed since." },
  "lead-not-spam": { done: "Marked as not spam the message of", reason: "Its mark has been changed since." },
  "lead-mail-retried": {
    done: "Resent the mails about",
    to: "/mail",
    reason: isSent,
  },
  "subscription-deleted": { done: "Deleted the subscription of", reason: "It is not in the trash any more." },
  "subscription-restored": { done: "Restored the subscription of", reason: "It has been deleted again." },
  "subscription-mail-retried": { done: "Resent the confirmation mail to", to: "/mail", reason: isSent },
  "mail-retried": {
    done: "Resent all waiting mails",
    to: "/mail",
    reason: isSent,
  },
  "mail-of-one-retried": {
    done: "Resent the mails of one message or subscription",
    to: "/mail",
    reason: isSent,
  },
  "mail-tested": { done: "Sent a test mail", to: "/mail", reason: isSent },
  "draft-begun": { done: "Began a draft of", reason: "Discard the draft where it is edited." },
  "draft-scheduled": { done: "Set a time to publish the draft of", reason: "Change the time where it is edited." },
  "draft-unscheduled": {
    done: "Unscheduled the draft of",
    reason: "Set a time where it is edited.",
  },
  "draft-discarded": { done: "Discarded the draft of", reason: "It has been restored, replaced or erased." },
  "draft-restored": { done: "Restored the draft of", reason: "Discard the draft where it is edited." },
  "draft-late": {
    done: "Published late, because the site was not running or an approval was missing at that time, the draft of",
    reason: "The history of the entry restores the version before.",
  },
  "draft-failed": { done: "Could not publish at its time the draft of", reason: "Nothing was changed." },
  "approval-asked": { done: "Asked a client to approve", reason: "Revoke the link where it was made." },
  "approval-required": {
    done: "Made publishing wait for a client’s approval of",
    reason: "It is set under Client approval.",
  },
  "approval-waived": {
    done: "Stopped waiting for a client’s approval of",
    reason: "It is set under Client approval.",
  },
  "approval-revoked": { done: "Revoked a client’s link to", reason: "A revoked link stays closed. Make a new one." },
  ...answerLabels,
  "site-set-back": { done: "Set the site back to", reason: "Something has been saved since." },
  erased: { done: "Deleted for good", to: "/trash", reason: isErased },
  purged: {
    done: "Erased what had been in the trash for 30 days:",
    to: "/trash",
    reason: isErased,
  },
  expired: {
    done: "Erased data older than the retention periods:",
    to: "/personal-data",
    reason: isErased,
  },
  "pictures-purged": { done: "Erased pictures unused for 30 days:", to: "/pictures", reason: isErased },
  "picture-deleted": { done: "Deleted an unused picture for good", to: "/pictures", reason: isErased },
  "person-erased": {
    done: "Erased a visitor’s data",
    to: "/personal-data",
    reason: isErased,
  },
  "user-invited": { done: "Invited", to: "/account/people", reason: "Withdraw the invitation on People." },
  "user-joined": { done: "Joined", to: "/account/people", reason: "Remove somebody on People." },
  "user-invitation-withdrawn": {
    done: "Withdrew the invitation of",
    to: "/account/people",
    reason: "Invite again on People.",
  },
  "user-removed": { done: "Removed from People:", to: "/account/people", reason: "Invite again on People." },
  "user-reset-link": {
    done: "Made a reset link for",
    to: "/account/people",
    reason: "A reset link expires after a day.",
  },
  "user-password": { done: "Changed their own password", to: "/account", reason: "A password is changed on Account." },
  "user-second-factor": {
    done: "Changed their own second factor",
    to: "/account",
    reason: "It is changed on Account.",
  },
  "user-profile": { done: "Changed their own profile", to: "/account", reason: "It is changed on Account." },
  "user-session-ended": { done: "Ended a session", to: "/account", reason: "A session begins with a login." },
};
