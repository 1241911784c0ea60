import { defaultContent } from "#app/features/site-content/defaults/site-content.ts";
import { readSiteContent } from "#app/features/site-content/read-site-content.service.server.ts";
import { findUserByEmail } from "#app/features/user/user.repository.server.ts";
import { hasFirstPassword } from "#app/features/user/user.service.server.ts";
import { readBackupState } from "#app/platform/backup-state.server.ts";
import { countUnpublished } from "#app/platform/content/content.repository.server.ts";
import { contentTypes } from "#app/platform/content/content-types.ts";
import type { Deps } from "#app/platform/deps.ts";
import { productVersion } from "#app/platform/product-root.server.ts";
import { readAlerts } from "./alerts.service.server.ts";
import type { Alert, Overview, SetUpTask } from "./overview.contract.ts";
import { countNewQuotes, countNewSubscriptions, listSamples } from "./overview.repository.server.ts";

const weekMs = 7 * 24 * 60 * 60 * 1000;
/** How long before its expiry the back office asks to review the security.txt contact. */
const securityWarningMs = 30 * 24 * 60 * 60 * 1000;

/** The figures, alerts and set-up tasks of the Overview. While the database is damaged, the alerts at least. */
export async function readOverview(deps: Deps): Promise<Overview> {
  const trouble = {
    version: productVersion(),
    alerts: await readAlerts(deps),
    isDamaged: deps.damage.found !== undefined,
  };
  try {
    return { ...(await readFigures(deps, trouble.alerts)), ...trouble };
  } catch (error) {
    // The damaged table may be one of these, but staff must still be told about it.
    if (!trouble.isDamaged) throw error;
    return { ...nothing, ...trouble };
  }
}

type Figures = Omit<Overview, "version" | "alerts" | "isDamaged">;

const nothing: Figures = {
  tasks: [],
  samples: [],
  backup: null,
  newQuotes: 0,
  newSubscriptions: 0,
  unpublished: 0,
  unpublishedOf: Object.fromEntries(contentTypes.map(({ name }) => [name, 0])),
};

async function readFigures(deps: Deps, alerts: Alert[]): Promise<Figures> {
  const since = new Date(deps.now().getTime() - weekMs);
  const unpublishedOf: Overview["unpublishedOf"] = {};
  for (const type of contentTypes) unpublishedOf[type.name] = await countUnpublished(deps.db, type);
  const samples = await listSamples(deps.db);
  return {
    backup: await readBackup(deps, alerts),
    tasks: await openTasks(deps, alerts, samples.length > 0),
    samples,
    newQuotes: await countNewQuotes(deps.db, since),
    newSubscriptions: await countNewSubscriptions(deps.db, since),
    unpublished: Object.values(unpublishedOf).reduce((sum, count) => sum + count, 0),
    unpublishedOf,
  };
}

async function readBackup({ db, config }: Deps, alerts: Alert[]): Promise<Overview["backup"]> {
  if (!config.backup) return null;
  const { state } = await readBackupState({ db });
  return { provedAt: state?.provedAt ?? null, isTrouble: alerts.some(({ kind }) => kind === "backup") };
}

async function openTasks(deps: Deps, alerts: Alert[], hasSamples: boolean): Promise<SetUpTask[]> {
  const { company } = await readSiteContent(deps);
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
