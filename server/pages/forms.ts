import { type QuoteInput, quoteInput } from "#app/features/quote/quote.contract.ts";
import { fieldOf, fieldsIn, type MessageForm } from "#app/features/quote/quote.form.ts";
import { receiveQuote } from "#app/features/quote/quote.service.server.ts";
import { subscriptionInput } from "#app/features/subscription/subscription.contract.ts";
import { subscribe } from "#app/features/subscription/subscription.service.server.ts";
import { asAppError, check, readForm, retryAfter } from "#app/platform/http.server.ts";
import { formKeyTtlMs, type Submission } from "#app/platform/inbox/idempotency.server.ts";
import { errorFacts } from "#app/platform/observability/log.ts";
import { type AppError, refusedAt, statusOf } from "#app/shared/app-error.ts";
import { honeypotField } from "#app/shared/visitor-signals.ts";
import { formPaths } from "#app/site/pages/pages.server.ts";
import type { Assets } from "#app/site/render/assets.ts";
import { renderPage } from "#app/site/render/render.server.tsx";
import { type App, type AppContext, type AppDeps, clientOf, methodNotAllowed } from "../app-context.ts";
import { responseOf } from "../front/cached-response.ts";
import { failurePage } from "./failure-page.ts";
import { cachedPage } from "./pages.ts";

type FormName = Submission["form"];
type Values = Record<string, string>;

const fieldsOf: Record<FormName, string[]> = {
  quote: fieldsIn("quote"),
  contact: fieldsIn("contact"),
  subscription: ["email"],
};

const placeOf: Record<FormName, string> = { quote: "/#quote", contact: "/#contact", subscription: "/#newsletter-form" };

/**
 * The endpoints of plain forms, for browsers without scripts: a 303 to the confirmation page, or the form again with
 * what was typed.
 */
export function mountForms(app: App, deps: AppDeps, assets: Assets): void {
  for (const form of Object.keys(formPaths) as FormName[]) {
    app.post(formPaths[form], (c) => receive(deps, assets, form, c));
    // The address of a form that is shown again stays in the address bar and in bookmarks.
    app.get(formPaths[form], (c) => c.redirect(placeOf[form], 303));
    app.all(formPaths[form], () => {
      throw methodNotAllowed(["GET", "POST"]);
    });
  }
}

async function receive(deps: AppDeps, assets: Assets, form: FormName, c: AppContext): Promise<Response> {
  const body = await readForm(c.req.raw);
  const values = Object.fromEntries(fieldsOf[form].map((field) => [field, body.get(field) ?? ""]));
  // Pages are shared by all visitors and cannot carry a key, so the form's content is its key. A repeated subscription
  // is one row anyway, so it needs no key and may subscribe again on the day it unsubscribed.
  const submission: Submission = {
    form,
    key: form === "subscription" ? undefined : JSON.stringify(values),
    client: clientOf(c),
    ttlMs: formKeyTtlMs,
    signals: { honeypot: (body.get(honeypotField) ?? "").trim() !== "", isPlainForm: true },
  };
  try {
    if (form === "subscription") {
      const { isAsked } = await subscribe(deps, submission, check(subscriptionInput, values));
      return c.redirect(isAsked || !deps.mailer ? `/sent/${form}` : `/sent/${form}/noted`, 303);
    }
    const { slug } = await receiveQuote(deps, submission, checkLead(form, values));
    return c.redirect(`/sent/${form}/${slug}`, 303);
  } catch (error) {
    const known = asAppError(error);
    if (statusOf[known.code] >= 500) deps.log.error("form failed", { form, ...errorFacts(known.cause ?? known) });
    return showAgain(deps, assets, c.req.raw, { name: form, values, error: known }).catch((cause: unknown) =>
      failurePage(deps, c, cause, true),
    );
  }
}

/** What the form requires and a call does not, such as a phone number for contact messages, is checked here. */
function checkLead(form: MessageForm, values: Values): QuoteInput {
  const filled = fieldsIn(form).filter((name) => values[name]?.trim() || fieldOf(name).required === "always");
  const input = check(quoteInput, Object.fromEntries(filled.map((name) => [name, values[name]])));
  const missing = fieldsIn(form).find((name) => fieldOf(name).required === "in-form" && !input[name]);
  if (missing === undefined) return input;
  throw refusedAt(missing, `${fieldOf(missing).label} is required.`);
}

async function showAgain(
  deps: AppDeps,
  assets: Assets,
  request: Request,
  { name, values, error }: { name: FormName; values: Values; error: AppError },
): Promise<Response> {
  const { message, errors, code } = error;
  const page = await renderPage(deps, assets, {
    path: `/sent/${name}`,
    form: { name, values, message, errors },
    status: statusOf[code],
  });
  return responseOf(request, cachedPage(deps, page), retryAfter(error));
}
