import type { ComponentProps } from "react";
import { useHref, useLinkClickHandler } from "react-router";
import { LinkButton } from "#app/ui/button.tsx";

/** A link inside the back office that looks like a button. `to` is absolute below /admin. */
export function RouteButton({
  to,
  onLeave,
  ...look
}: Omit<ComponentProps<typeof LinkButton>, "href" | "onClick"> & {
  to: string;
  /** Before the other screen comes. */
  onLeave?: () => void;
}) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <LinkButton
      {...look}
      href={useHref(to)}
      onClick={(event) => {
        onLeave?.();
        follow(event);
      }}
    />
  );
}
