import { keepLogin, leaveTo, takeReturnAddress } from "#app/browser/login-data.ts";
import { sender } from "#app/browser/send.ts";
import type { LoginInput, UserApi } from "../user.contract.ts";

/** @throws AppError with the server's message; `second_factor_required` if a code is needed too */
export async function logIn(user: LoginInput["user"]): Promise<void> {
  const { data } = await sender<UserApi>()("POST", "/user/login", { body: { user } });
  keepLogin(data.user, data.token);
  leaveTo(takeReturnAddress(data.user.email));
}
