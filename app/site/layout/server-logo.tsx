import { Logo, type LogoPictures } from "#app/ui/logo.tsx";
import { serverRendered } from "#app/ui/site/server-rendered.tsx";
import { ownName } from "#app/ui/wordmark.ts";

interface ServerLogoProps {
  name: string;
  lettersId?: string;
  pictures: LogoPictures | undefined;
}

/**
 * The logo, rendered on the server only: the browser keeps its HTML and does not load its code
 * (app/ui/site/server-rendered.tsx). Hydration expects an element of the same kind.
 */
export function ServerLogo(props: ServerLogoProps) {
  if (import.meta.env.SSR) return <Logo {...props} />;
  const Kind = props.pictures || props.name !== ownName ? "span" : "svg";
  return <Kind {...serverRendered} />;
}
