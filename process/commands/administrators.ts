import { makeResetLink } from "#app/features/user/account/password-reset.service.server.ts";
import { readAdministrators } from "#app/features/user/administrators/administrator.service.server.ts";
import { findUserByEmail } from "#app/features/user/user.repository.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import { UsageError } from "./console.ts";

type Tools = Pick<Deps, "config" | "db" | "log" | "now">;

const usage = `Administrators from the console, while the site runs or not:

  npm run admin -- list                            who they are
  npm run admin -- reset <e-mail>                  a link that sets a new password: one use, 24 hours
  npm run admin -- reset <e-mail> --second-factor  the same, and it switches the second factor off`;

export type AdminCommand = { name: "list" } | { name: "reset"; email: string; dropsSecondFactor: boolean };

/** @throws UsageError if there is no such command */
export function parseAdminCommand([name, ...rest]: string[]): AdminCommand {
  if (name === "list" && rest.length === 0) return { name };
  const emails = rest.filter((word) => word !== "--second-factor");
  const [email] = emails;
  if (name === "reset" && email && emails.length === 1) return { name, email, dropsSecondFactor: rest.length > 1 };
  throw new UsageError(usage);
}

/** Runs an `npm run admin` command. @returns the console output @throws UsageError if it names nobody */
export async function runAdminCommand(tools: Tools, command: AdminCommand): Promise<string> {
  return command.name === "list" ? list(tools) : reset(tools, command.email, command.dropsSecondFactor);
}

async function list({ db }: Tools): Promise<string> {
  const administrators = await readAdministrators({ db }, null);
  const lines = administrators.map(({ email, fullName, hasSecondFactor, createdAt }) =>
    [
      email,
      fullName,
      `since ${createdAt.slice(0, 10)}`,
      hasSecondFactor ? "second factor on" : "second factor off",
    ].join("  ·  "),
  );
  // Names were typed by administrators: their control characters must not reach the terminal.
  return lines.map((line) => line.replaceAll(/\p{Cc}/gu, " ")).join("\n");
}

async function reset(tools: Tools, email: string, dropsSecondFactor: boolean): Promise<string> {
  const user = await findUserByEmail(tools.db, email);
  if (!user) throw new UsageError("No administrator has this e-mail address. npm run admin -- list shows them all.");
  const { path, expiresAt } = await makeResetLink(
    { ...tools, mailer: null },
    { userId: user.id, madeBy: null, dropsSecondFactor },
  );
  const until = `${expiresAt.slice(0, 16).replace("T", " ")} UTC`;
  return `
  A new password for ${user.email}, by this link, once, until ${until}:

  ${tools.config.publicUrl}${path}

  If the site has another address, put that one in front of /admin (PUBLIC_URL sets it).
`;
}
