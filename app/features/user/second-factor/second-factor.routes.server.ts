import { office, route } from "#app/platform/http.server.ts";
import { secondFactorApi } from "./second-factor.contract.ts";
import {
  confirmSecondFactor,
  dropSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from "./second-factor.service.server.ts";

export const secondFactorRoutes = [
  route(secondFactorApi.view, (call) => readSecondFactor(call.deps, office(call))),
  route(secondFactorApi.start, (call) => startSecondFactor(call.deps, office(call), call.body.currentPassword)),
  route(secondFactorApi.confirm, async (call) => ({
    recoveryCodes: await confirmSecondFactor(call.deps, office(call), call.body.code),
  })),
  route(secondFactorApi.renew, async (call) => ({
    recoveryCodes: await renewRecoveryCodes(call.deps, office(call), call.body),
  })),
  route(secondFactorApi.drop, async (call) => {
    await dropSecondFactor(call.deps, office(call), call.body);
    return { ended: true as const };
  }),
];
