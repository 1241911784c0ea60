import { queryOptions } from "@tanstack/react-query";
import { dropLogin, keepLogin, leaveTo, storedUser } from "#app/browser/login-data.ts";
import { readQuery } from "#app/browser/read-query.ts";
import { sender } from "#app/browser/send.ts";
import { officeSender } from "#app/browser/session.ts";
import { endOwnSession } from "../user.queries.ts";
import type { AcceptInput, AdministratorApi, InviteInput, ResetInput } from "./administrator.contract.ts";

const call = officeSender<AdministratorApi>();
/** For people who follow a link and are not logged in. */
const visit = sender<AdministratorApi>();

export const administratorList = () =>
  readQuery(["user", "people"], (signal) => call("GET", "/user/get-all", { signal }));

export const invitationList = () =>
  readQuery(["user", "invitations"], (signal) => call("GET", "/user/invitations", { signal }));

export const invite = async (body: InviteInput) => (await call("POST", "/user/invite", { body })).data;

export const withdrawInvitation = (id: number) => call("DELETE", "/user/invite/:id", { params: { id: String(id) } });

export const makeResetLink = async (id: number, dropSecondFactor: boolean) =>
  (await call("POST", "/user/reset-link/:id", { params: { id: String(id) }, body: { dropSecondFactor } })).data;

/** `leadsTo`: who takes over the open leads; nobody if absent. */
export const removeAdministrator = (id: number, leadsTo: number | undefined) =>
  call("DELETE", "/user/:id", { params: { id: String(id) }, query: { leadsTo } });

/** Fetched only once: using the link invalidates it, which must not show up as an error to the person using it. */
const once = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export const invitationOf = (token: string) =>
  queryOptions({
    ...once,
    queryKey: ["invitation", token],
    queryFn: async () => (await visit("POST", "/user/invite/check", { body: { token } })).data,
  });

export const resetOf = (token: string) =>
  queryOptions({
    ...once,
    queryKey: ["reset", token],
    queryFn: async () => (await visit("POST", "/user/reset/check", { body: { token } })).data,
  });

/** Creates the administrator and opens the back office, in place of anybody else who is logged in here. */
export async function acceptInvitation(body: AcceptInput): Promise<void> {
  const { data } = await visit("POST", "/user/invite/accept", { body });
  if (storedUser()) await endOwnSession();
  keepLogin(data.user, data.token);
  leaveTo("/admin");
}

/** Any login of this administrator in this browser has ended with the others. */
export async function resetPassword(body: ResetInput): Promise<void> {
  const { data } = await visit("POST", "/user/reset", { body });
  if (storedUser()?.email === data.email) dropLogin();
}

/** The full URL of a link: the server returns the path, the browser knows the site's origin. */
export const fullAddress = (path: string): string => new URL(path, location.origin).href;
