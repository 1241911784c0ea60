import { useEffect, useRef, useState } from "react";
import { offer } from "#app/browser/office-file.ts";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { copyText } from "#app/ui/admin/control/copy-field.tsx";
import { hideToast, showToast } from "#app/ui/admin/notice/toast.tsx";
import { Button } from "#app/ui/button.tsx";
import { check, copy as copyGlyph, download } from "#app/ui/glyphs.ts";
import styles from "./second-factor-pane.module.css";

const leftId = "recovery-codes";

/**
 * Shown once: the server cannot show them again. Who leaves without saying that they are saved can come back to them
 * until the page is closed, for which the browser asks.
 */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [status, setStatus] = useState("");
  const isKept = useRef(false);
  useEffect(() => {
    heading.current?.focus();
    hideToast(leftId);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => {
      removeEventListener("beforeunload", ask);
      if (!isKept.current) showLeftToast();
    };
  }, []);
  const keep = () => {
    isKept.current = true;
    onKept();
  };
  const copy = async () =>
    setStatus(
      (await copyText(codes.join("\n"))) ? "Copied." : "Mark the codes and press Ctrl+C or Cmd+C to copy them.",
    );
  return (
    <div className={`stack gap-16 ${styles.recovery}`}>
      <h3 ref={heading} tabIndex={-1}>
        Save these recovery codes
      </h3>
      <p>
        Each of them logs you in once in place of the app's code, for the day the phone is lost. They are shown this
        once.
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="wraps gap-12">
        <ActionButton glyph={copyGlyph} label="Copy" onClick={copy} />
        <ActionButton glyph={download} label="Download" onClick={() => offer(textOf(codes), "recovery-codes.txt")} />
      </div>
      <p role="status">{status}</p>
      <div>
        <Button kind="ink" label="I have saved them" glyph={check} onClick={keep} />
      </div>
    </div>
  );
}

function showLeftToast(): void {
  showToast({
    id: leftId,
    kind: "failure",
    title: "Not saved yet",
    text: "The recovery codes are shown only until this page is closed.",
    isLasting: true,
    actions: [{ label: "Back to them", to: "/account" }],
  });
}

const textOf = (codes: string[]): Blob =>
  new Blob([[`Recovery codes for ${location.host}, each works once:`, "", ...codes, ""].join("\n")], {
    type: "text/plain",
  });
