import { type FocusEvent, useEffect, useRef, useState } from "react";
import { noticeMs } from "#app/shared/limits.ts";
import { alert, check } from "./glyphs.ts";
import { Icon } from "./icon.tsx";
import styles from "./notice.module.css";

interface NoticeProps {
  /** `null` empties the region but keeps it mounted, so that screen readers announce new content. */
  text: string | null;
  /** A new number restarts the timer, even if the text is the same. */
  round?: number;
  onHide(): void;
}

/** An inline success message. Hides after 5 s; hover or focus holds it and restarts the 5 s. */
export function Notice({ text, round = 0, onHide }: NoticeProps) {
  const [held, setHeld] = useState(false);
  const region = useRef<HTMLDivElement>(null);
  const hide = useRef(onHide);
  hide.current = onHide;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is shown like a new text
  useEffect(() => {
    // Not where the visitor is elsewhere while a kept message is sent.
    const form = document.activeElement?.closest("form")?.parentElement;
    if (form?.contains(region.current)) region.current?.firstElementChild?.scrollIntoView({ block: "nearest" });
  }, [text, round]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round restarts the timer
  useEffect(() => {
    if (text === null || held) return;
    const timer = setTimeout(() => hide.current(), noticeMs);
    return () => clearTimeout(timer);
  }, [text, round, held]);

  useEffect(() => {
    if (text === null) setHeld(false);
  }, [text]);

  const leave = (event: FocusEvent) => !event.currentTarget.contains(event.relatedTarget) && setHeld(false);
  return (
    <div role="status" ref={region}>
      {text !== null && (
        // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus only pause the timer
        <div
          className={styles.notice}
          tabIndex={-1}
          // Browsers report a pointer that rests where the notice appears, as on the button that was just pressed.
          onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && setHeld(true)}
          onPointerLeave={(event) => setHeld(event.currentTarget.matches(":focus-within"))}
          onFocus={() => setHeld(true)}
          onBlur={leave}
        >
          <Icon of={check} />
          <p>{text}</p>
        </div>
      )}
    </div>
  );
}

interface AlertProps {
  text: string | null;
  /** A new number says the text again, even if it is the same. */
  round?: number;
  /** It stands beside the fields already: said, but not shown. */
  isAtFields?: boolean;
}

/** An inline error message. Stays until it no longer applies. */
export function Alert({ text, round = 0, isAtFields = false }: AlertProps) {
  const region = useRef<HTMLDivElement>(null);
  const shown = useRef(text);
  useEffect(() => {
    // What a page is loaded with stands where the browser has scrolled to.
    if (text !== null && text !== shown.current && !isAtFields)
      region.current?.firstElementChild?.scrollIntoView({ block: "nearest" });
    shown.current = text;
  }, [text, isAtFields]);
  return (
    <div role="alert" ref={region} className={styles.alert}>
      {text !== null &&
        (isAtFields ? (
          <p key={round} className="vh">
            {text}
          </p>
        ) : (
          <div key={round} className={`${styles.notice} ${styles.bad}`}>
            <Icon of={alert} />
            <p>{text}</p>
          </div>
        ))}
    </div>
  );
}
