import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import { subscriptionsOf } from "#app/features/subscription/subscription.repository.server.ts";
import { plainHeading } from "#app/ui/site/drawn-heading.tsx";
import type { Load, Loaded } from "./load.server.ts";
import type { NewsletterProps } from "./newsletter.page.tsx";

/** /newsletter/confirm/{token} and /newsletter/unsubscribe/{token}. Only reads; the button posts. */
export const loadNewsletter: Load = async ({ deps, content, params: [choice = "", token = ""] }) => {
  const rows = await subscriptionsOf(deps.db, token);
  const live = rows.find(({ deletedAt }) => deletedAt === null);
  // One in the trash may be restored, so its owner can leave too.
  const subscription = live ?? (choice === "unsubscribe" ? rows.at(-1) : undefined);
  if (!subscription)
    return page(content, { heading: content.newsletter.goneHeading, text: content.newsletter.goneText }, 404);
  return page(
    content,
    choice === "confirm"
      ? confirmation(content, subscription.state, token)
      : leaving(content, subscription.state, token, live !== undefined),
    200,
  );
};

const confirm = (token: string, label: string, isSecond: boolean) => ({
  label,
  action: `/newsletter/confirm/${token}`,
  isSecond,
});
const leave = (token: string, isSecond: boolean) => ({
  label: "Unsubscribe",
  action: `/newsletter/unsubscribe/${token}`,
  isSecond,
});

function confirmation({ newsletter: words }: SiteContent, state: string, token: string): NewsletterProps {
  if (state === "confirmed")
    return { heading: words.confirmedHeading, text: words.confirmedText, act: leave(token, true) };
  return { heading: words.confirmHeading, text: words.confirmText, act: confirm(token, "Confirm subscription", false) };
}

function leaving(
  { newsletter: words }: SiteContent,
  state: string,
  token: string,
  canReturn: boolean,
): NewsletterProps {
  const left = { heading: words.leftHeading, text: words.leftText };
  if (state === "unsubscribed") return canReturn ? { ...left, act: confirm(token, "Subscribe again", true) } : left;
  return { heading: words.leaveHeading, text: words.leaveText, act: leave(token, false) };
}

function page({ company }: SiteContent, props: NewsletterProps, status: number): Loaded {
  const head = {
    title: `${plainHeading(props.heading)} | ${company.name}`,
    description: props.text,
    share: "home",
    jsonLd: [],
  };
  return { page: "newsletter", props, head, status, isPersonal: true };
}
