import type { ComponentProps } from "react";
import { useHref, useLinkClickHandler } from "react-router";
import { LinkButton } from "#app/ui/button.tsx";

/** A link inside the back office that looks like a button. `to` is an absolute path below /admin. */
export function RouteButton({
  to,
  onLeave,
  ...look
}: Omit<ComponentProps<typeof LinkButton>, "href" | "onClick"> & {
  to: string;
  /** Called before navigation. */
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
