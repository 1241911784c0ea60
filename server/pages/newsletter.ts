import { choose, type OwnersChoice } from "#app/features/subscription/subscription.service.server.ts";
import { asAppError } from "#app/platform/http.server.ts";
import { type App, type AppContext, type AppDeps, methodNotAllowed } from "../app-context.ts";
import { failurePage } from "./failure-page.ts";

/**
 * Handles the buttons on the pages that a newsletter links to, and the mail client's own button (RFC 8058), which posts
 * to the same URL and follows no redirect. The pages themselves are part of the site.
 */
export function mountNewsletter(app: App, deps: AppDeps): void {
  app.post("/newsletter/:choice/:token", (c) => receive(deps, c));
}

async function receive(deps: AppDeps, c: AppContext): Promise<Response> {
  const choice = c.req.param("choice")?.toLowerCase() ?? "";
  const token = c.req.param("token")?.toLowerCase() ?? "";
  if (!isChoice(choice)) throw methodNotAllowed(["GET"]);
  // The page's own buttons send nothing; mail clients send this field as either kind of form.
  const isOneClick = choice === "unsubscribe" && (await c.req.text()).includes("One-Click");
  try {
    await choose(deps, choice, token);
  } catch (error) {
    // Of an unknown token the page says so; a mail client need not know.
    if (asAppError(error).code !== "not_found") return failurePage(deps, c, error);
  }
  if (isOneClick) return c.text("Unsubscribed\n");
  return c.redirect(`/newsletter/${choice}/${encodeURIComponent(token)}`, 303);
}

const isChoice = (choice: string): choice is OwnersChoice => choice === "confirm" || choice === "unsubscribe";
