import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import {
  discard,
  isTooOld,
  listUnsent,
  onUnsentChange,
  retry,
  type UnsentMessage,
} from "#app/browser/unsent-messages.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import styles from "./unsent-bar.module.css";

/** Mounts the bar once; it is visible only while there are unsent messages. */
export function mountUnsentBar(): void {
  if (document.getElementById("unsent-bar")) return;
  const place = document.body.appendChild(document.createElement("div"));
  place.id = "unsent-bar";
  createRoot(place).render(<UnsentBar />);
}

interface Said {
  text: string | null;
  round: number;
}
const saying =
  (text: string) =>
  ({ round }: Said): Said => ({ text, round: round + 1 });

/** Unsent messages on this device, and what the visitor can do about them. */
function UnsentBar() {
  const [messages, setMessages] = useState<UnsentMessage[]>([]);
  const [notice, setNotice] = useState<Said>({ text: null, round: 0 });
  const listed = useRef(messages);
  listed.current = messages;
  useEffect(() => {
    const show = () => void listUnsent().then(setMessages);
    show();
    return onUnsentChange(({ sent }) => {
      if (listed.current.some(({ key }) => key === sent)) setNotice(saying("The message has been sent."));
      show();
    });
  }, []);
  const section = useRef<HTMLElement>(null);
  const isShown = messages.length > 0;
  useEffect(() => {
    const footer = document.querySelector<HTMLElement>("#page > footer");
    // At the end of the page it covers nothing, however large the text is.
    if (footer) footer.style.paddingBlockEnd = isShown ? `${(section.current?.offsetHeight ?? 0) + 36}px` : "";
  }, [isShown]);
  const isPressed = useRef(false);
  // The button that was pressed may have gone, with its message.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever the messages change
  useEffect(() => {
    if (isPressed.current && document.activeElement === document.body) section.current?.focus();
    isPressed.current = false;
  }, [messages]);
  const send = async (message: UnsentMessage) => {
    isPressed.current = true;
    if (!(await retry(message))) setNotice(saying("It could not be sent yet. It is still saved here."));
  };
  const drop = async ({ key }: UnsentMessage) => {
    isPressed.current = true;
    await discard(key);
    setNotice(saying("The message has been discarded."));
  };
  return (
    <section ref={section} tabIndex={-1} className={styles.bar} aria-label="Unsent messages">
      <Notice {...notice} onHide={() => setNotice((now) => ({ ...now, text: null }))} />
      {isShown && (
        <details className={styles.box}>
          <summary className={styles.head}>
            {messages.length === 1 ? "A message waits" : `${messages.length} messages wait`} on this device
          </summary>
          <ul role="list">
            {messages.map((message) => (
              <Entry key={message.key} message={message} onSend={() => send(message)} onDiscard={() => drop(message)} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Entry({
  message,
  onSend,
  onDiscard,
}: {
  message: UnsentMessage;
  onSend: () => Promise<void>;
  onDiscard: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    await onSend().finally(() => setBusy(false));
  };
  const { message: text, email } = message.body as { message?: string; email?: string };
  return (
    <li className={styles.entry}>
      <p className={styles.text} dir="auto">
        {text ?? `Newsletter for ${email}`}
      </p>
      <p className={styles.state}>
        Written {new Date(message.at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })}.{" "}
        {stateOf(message)}
      </p>
      <div className={`wraps ${styles.ways}`}>
        <Button label="Send now" size="small" kind="ink" glyph={null} busy={isBusy} onClick={send} />
        <Button label="Discard" size="small" kind="line" onClick={onDiscard} />
      </div>
    </li>
  );
}

function stateOf(message: UnsentMessage): string {
  if (message.refusal) return `It was not taken: ${message.refusal}`;
  if (isTooOld(message)) return "It could not be sent within seven days. Send it now or discard it.";
  return navigator.onLine
    ? "It will be sent automatically as soon as our server answers."
    : "It will be sent automatically as soon as you are back online.";
}
