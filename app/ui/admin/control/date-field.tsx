import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { TextField } from "#app/ui/text-field.tsx";

/** A field for a day. "Reset" in the picker of iOS empties it: that goes to the default value, which React keeps at the value. */
export function DateField(props: Omit<ComponentProps<typeof TextField>, "type" | "ref">) {
  const element = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (element.current) element.current.defaultValue = "";
  });
  return <TextField {...props} type="date" ref={element} />;
}
