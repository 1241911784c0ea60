import { type FocusEvent, useEffect, useRef, useState } from "react";
import { noticeMs } from "#app/shared/limits.ts";
import { alert, check } from "./glyphs.ts";
import { Icon } from "./icon.tsx";
import styles from "./notice.module.css";

interface NoticeProps {
  /** `null` leaves the region empty and in place, so that screen readers hear what comes into it. */
  text: string | null;
  /** Another number starts the time anew, even when the words are the same. */
  round?: number;
  onHide(): void;
}

/** Good news, in place. Gone after 5 s (spec §9), unless it is pointed at or focused: then 5 s after that ends. */
export function Notice({ text, round = 0, onHide }: NoticeProps) {
  const [held, setHeld] = useState(false);
  const hide = useRef(onHide);
  hide.current = onHide;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round starts the clock anew
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
    <div role="status">
      {text !== null && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while somebody reads it
        <div
          className={styles.notice}
          tabIndex={-1}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
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

/** Bad news, in place. It stays until it is no longer true. */
export function Alert({ text }: { text: string | null }) {
  return (
    <div role="alert">
      {text !== null && (
        <div className={`${styles.notice} ${styles.bad}`}>
          <Icon of={alert} />
          <p>{text}</p>
        </div>
      )}
    </div>
  );
}
