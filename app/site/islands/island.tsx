import type { ComponentProps, ComponentType } from "react";
import { type IslandName, islands } from "./registry.ts";

interface IslandProps<Name extends IslandName> {
  name: Name;
  /** What JSON can carry. */
  props: ComponentProps<(typeof islands)[Name]>;
}

/** An island as the server renders it: with its whole markup, and its props for hydrate.tsx. */
export function Island<Name extends IslandName>({ name, props }: IslandProps<Name>) {
  const Component = islands[name] as ComponentType<object>;
  return (
    <div data-island={name} data-props={JSON.stringify(props)}>
      <Component {...props} />
    </div>
  );
}
