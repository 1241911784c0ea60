import { leaveTo } from "#app/browser/login-data.ts";
import { exportQuotes } from "#app/features/quote/quote.queries.ts";
import { exportSubscriptions } from "#app/features/subscription/subscription.queries.ts";
import { contentTypes } from "#app/platform/content/content-types.ts";
import { addLabel, createPath } from "#app/shared/content-type.ts";
import { isDark, toggleTheme } from "#app/site/layout/theme.ts";
import { showShortcuts } from "#app/ui/admin/dialog/shortcut-sheet.tsx";
import { showFailure } from "#app/ui/admin/notice/toast.tsx";
import { logOut } from "../frame/log-out.ts";

interface Command {
  text: string;
  /** A path below /admin, or the action. */
  open: string | (() => unknown);
}

/** Commands available everywhere by name. A function, because the label of the theme command changes. */
export const commands = (): Command[] => [
  ...contentTypes.map((type) => ({ text: addLabel(type), open: createPath(type) })),
  { text: "Site as of a date", open: "/activity/as-of" },
  { text: "Invite an administrator", open: "/account/invite" },
  {
    text: "Export quotes (CSV)",
    open: saving("quotes", () => exportQuotes({ q: "", source: "", show: "", status: "" })),
  },
  {
    text: "Export subscriptions (CSV)",
    open: saving("subscriptions", () => exportSubscriptions({ q: "", state: "" })),
  },
  { text: "View site", open: () => leaveTo("/") },
  { text: isDark() ? "Light theme" : "Dark theme", open: toggleTheme },
  { text: "Keys", open: showShortcuts },
  { text: "Log out", open: logOut },
];

function saving(what: string, save: () => Promise<unknown>): () => void {
  const run = () => void save().catch((error) => showFailure(`The ${what} could not be exported.`, error, run));
  return run;
}
