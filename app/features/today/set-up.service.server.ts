import { defaultContent, type SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import { findUserByEmail } from "#app/features/user/user.repository.server.ts";
import { hasFirstPassword } from "#app/features/user/user.service.server.ts";
import type { Deps } from "#app/platform/deps.ts";
import type { Alert, SetUpTask } from "./today.contract.ts";

/** How long before its expiry the back office asks to review the security.txt contact. */
const securityWarningMs = 30 * 24 * 60 * 60 * 1000;

interface Known {
  company: SiteContent["company"];
  alerts: Alert[];
  hasSamples: boolean;
}

/** The set-up tasks that are left, in the order to complete them. */
export async function openTasks(deps: Deps, { company, alerts, hasSamples }: Known): Promise<SetUpTask[]> {
  const builtIn = defaultContent.company;
  const expiresMs = Date.parse(company.securityExpires);
  const open: Record<SetUpTask, boolean> = {
    "first-password": await hasFirstPassword(deps.db),
    "admin-email": (await findUserByEmail(deps.db, "admin@example.com")) !== undefined,
    "public-url": /^https?:\/\/(localhost|127\.|\[::1\])/.test(deps.config.publicUrl),
    "trust-proxy": deps.proxyHint.isMissing(),
    // Connected means that it accepts mail.
    mail: deps.config.smtpUrl === undefined || alerts.some(({ kind }) => kind === "mail"),
    phone: company.phone === builtIn.phone,
    email: company.email === builtIn.email,
    "hr-email": company.hrEmail === builtIn.hrEmail,
    "notify-email": company.notifyEmail === builtIn.notifyEmail,
    "social-links": company.social.some(({ url }) => builtIn.social.some((each) => each.url === url)),
    samples: hasSamples,
    "security-contact":
      company.securityEmail === builtIn.securityEmail || !(expiresMs - deps.now().getTime() > securityWarningMs),
  };
  return (Object.keys(open) as SetUpTask[]).filter((task) => open[task]);
}
