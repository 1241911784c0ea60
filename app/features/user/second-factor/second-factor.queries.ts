import { readQuery } from "#app/browser/read-query.ts";
import { officeSender } from "#app/browser/session.ts";
import type { PasswordAndCode, SecondFactorApi } from "./second-factor.contract.ts";

const call = officeSender<SecondFactorApi>();

export const secondFactorView = () =>
  readQuery(["user", "second-factor"], (signal) => call("GET", "/user/second-factor", { signal }));

export const startSecondFactor = async (currentPassword: string) =>
  (await call("POST", "/user/second-factor/start", { body: { currentPassword } })).data;

/** @returns the recovery codes, only this once */
export const confirmSecondFactor = async (code: string) =>
  (await call("POST", "/user/second-factor/confirm", { body: { code } })).data.recoveryCodes;

/** @returns the new recovery codes, only this once */
export const renewRecoveryCodes = async (body: PasswordAndCode) =>
  (await call("POST", "/user/second-factor/recovery-codes", { body })).data.recoveryCodes;

export const dropSecondFactor = (body: PasswordAndCode) => call("POST", "/user/second-factor/off", { body });
