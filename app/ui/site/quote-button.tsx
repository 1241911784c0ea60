import type { ComponentProps } from "react";
import { LinkButton } from "#app/ui/button.tsx";

type QuoteButtonProps = Omit<ComponentProps<typeof LinkButton>, "label"> & { label?: string };

/** Opens the quote panel. A link, because without JavaScript only its fragment can. */
export function QuoteButton({ label = "Get a Quote", ...rest }: QuoteButtonProps) {
  return <LinkButton label={label} href="#quote" role="button" aria-haspopup="dialog" {...rest} />;
}
