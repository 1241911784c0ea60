import { ensureFirstAdmin } from "#app/features/user/user.service.server.ts";
import { randomName } from "#app/platform/secret.server.ts";
import { writeBuiltInContent } from "./built-in.ts";
import type { OpenDeps } from "./deps.ts";

/** Gives an empty database the built-in content and the first administrator. @returns what the console shows, once, of the latter */
export async function firstStart(deps: OpenDeps): Promise<string> {
  const { seed, adminEmail, adminPassword } = deps.config;
  if (seed) await writeBuiltInContent(deps);
  const password = adminPassword ?? `${randomName(4)}-${randomName(4)}-${randomName(4)}-${randomName(4)}7`;
  if (!(await ensureFirstAdmin(deps, adminEmail, password))) return "";
  const shown = adminPassword ? "the one in ADMIN_PASSWORD" : password;
  return `\n  First administrator, shown this once:\n  E-mail       ${adminEmail}\n  Password     ${shown}\n`;
}
