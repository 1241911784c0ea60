import { z } from "zod";
import { del, get, post } from "#app/shared/endpoint.ts";
import { limits } from "#app/shared/limits.ts";
import { mailState } from "#app/shared/mail-state.ts";
import { email, filled, text } from "#app/shared/shape.ts";
import { ended, login, newPassword } from "../user.contract.ts";

// Everybody who may log in: there is one role, so all of them may invite and remove others.

export const administrator = z.object({
  id: z.number(),
  fullName: z.string(),
  email: z.string(),
  profileImage: z.string(),
  hasSecondFactor: z.boolean(),
  createdAt: z.string(),
  /** Whether it is the caller. */
  isYou: z.boolean(),
  /** How many leads they own that are neither won nor lost. */
  openLeads: z.number().int(),
});
export type Administrator = z.infer<typeof administrator>;

export const invitation = z.object({
  id: z.number(),
  email: z.string(),
  fullName: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** State of the email with its link, if there is one. */
  mail: mailState.optional(),
});
export type Invitation = z.infer<typeof invitation>;

/** A single-use link, as a path of the back office. It is returned only here: the server stores just its hash. */
const oneTimeLink = z.object({
  path: z.string(),
  expiresAt: z.string(),
  /** Where a mail with such a link is on its way to; absent if none is sent, so that it has to be passed on. */
  mailedTo: z.string().optional(),
});
export type OneTimeLink = z.infer<typeof oneTimeLink>;

const inviteInput = z.object({ email: email(), fullName: filled("Full name", limits.name) });
export type InviteInput = z.infer<typeof inviteInput>;

/** `dropSecondFactor`: for somebody who has lost both the authenticator app and the recovery codes. */
const resetLinkInput = z.object({ dropSecondFactor: z.boolean().default(false) });

const token = text("Token", limits.title);
const tokenInput = z.object({ token });
const acceptInput = z.object({
  token,
  password: newPassword,
  fullName: filled("Full name", limits.name).optional(),
});
export type AcceptInput = z.infer<typeof acceptInput>;
const resetInput = z.object({ token, newPassword });
export type ResetInput = z.infer<typeof resetInput>;

export const administratorApi = {
  list: get("/user/get-all", {
    summary: "All administrators, the first one first",
    reply: z.array(administrator),
    list: true,
  }),
  invitations: get("/user/invitations", {
    summary: "Invitations that nobody has accepted yet",
    reply: z.array(invitation),
    list: true,
  }),
  invite: post("/user/invite", {
    summary:
      "A link for a further administrator: one use, 7 days; a former one to the same address ends. It is mailed too, if mail is set up",
    body: inviteInput,
    reply: invitation.extend(oneTimeLink.shape),
    status: 201,
    failures: ["conflict"],
  }),
  readInvitation: post("/user/invite/check", {
    summary: "Whom an invitation is for",
    body: tokenInput,
    reply: invitation.pick({ email: true, fullName: true, expiresAt: true }),
    failures: ["not_found"],
  }),
  accept: post("/user/invite/accept", {
    summary: "Become an administrator by an invitation's token; answers as logging in does",
    body: acceptInput,
    reply: login,
    status: 201,
    failures: ["not_found", "conflict"],
  }),
  withdraw: del("/user/invite/:id", {
    summary: "Withdraw an invitation; its link ends",
    reply: ended,
  }),
  makeResetLink: post("/user/reset-link/:id", {
    summary:
      "A link with which another administrator sets a new password: one use, 24 hours; a former one ends. It is mailed too, if mail is set up and it does not switch off the second factor",
    body: resetLinkInput,
    reply: oneTimeLink,
    status: 201,
    failures: ["conflict"],
  }),
  readReset: post("/user/reset/check", {
    summary: "Whose password a reset link sets",
    body: tokenInput,
    reply: z.object({ email: z.string(), expiresAt: z.string(), dropsSecondFactor: z.boolean() }),
    failures: ["not_found"],
  }),
  reset: post("/user/reset", {
    summary: "Set a new password by a reset link's token; ends all sessions of that administrator",
    body: resetInput,
    reply: z.object({ email: z.string() }),
    failures: ["not_found"],
  }),
  remove: del("/user/:id", {
    summary:
      "Remove an administrator, never the last one; all sessions of that administrator end, and open leads go to somebody else or to nobody",
    query: z.object({
      /** Id of the administrator who takes over the open leads; nobody if absent. */
      leadsTo: z.coerce.number("leadsTo has to be a number.").int().positive().optional(),
    }),
    reply: ended,
    failures: ["conflict"],
  }),
};
export type AdministratorApi = typeof administratorApi;
