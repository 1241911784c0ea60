import { z } from "zod";
import { get, post } from "#app/shared/endpoint.ts";
import { limits } from "#app/shared/limits.ts";
import { text } from "#app/shared/shape.ts";
import { currentPassword, ended } from "../user.contract.ts";

export const secondFactor = z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number() });
export type SecondFactor = z.infer<typeof secondFactor>;

/** For the authenticator app: the secret to type, or the otpauth:// URI for a QR code. */
const secondFactorSecret = z.object({ secret: z.string(), address: z.string() });
export type SecondFactorSecret = z.infer<typeof secondFactorSecret>;

/** Shown once; the server stores only hashes. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const code = text("Code", limits.code);
const passwordInput = z.object({ currentPassword });
const codeInput = z.object({ code });
const passwordAndCode = z.object({ currentPassword, code });
export type PasswordAndCode = z.infer<typeof passwordAndCode>;

export const secondFactorApi = {
  view: get("/user/second-factor", {
    summary: "Whether a code is asked at login",
    reply: secondFactor,
  }),
  start: post("/user/second-factor/start", {
    summary: "A new secret for an authenticator app; nothing changes until it is confirmed",
    body: passwordInput,
    reply: secondFactorSecret,
    failures: ["conflict", "too_many"],
  }),
  confirm: post("/user/second-factor/confirm", {
    summary: "Switch the second factor on with a code of the app; answers the recovery codes, ends all other sessions",
    body: codeInput,
    reply: recoveryCodes,
    failures: ["conflict", "too_many"],
  }),
  renew: post("/user/second-factor/recovery-codes", {
    summary: "New recovery codes; the former ones end",
    body: passwordAndCode,
    reply: recoveryCodes,
    failures: ["conflict", "too_many"],
  }),
  drop: post("/user/second-factor/off", {
    summary: "Switch the second factor off; ends all other sessions",
    body: passwordAndCode,
    reply: ended,
    failures: ["conflict", "too_many"],
  }),
};
export type SecondFactorApi = typeof secondFactorApi;
