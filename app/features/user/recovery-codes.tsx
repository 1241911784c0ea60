import { useEffect, useRef, useState } from "react";
import { ActionButton } from "#app/ui/admin/action-button.tsx";
import { copyText } from "#app/ui/admin/copy-field.tsx";
import { Button } from "#app/ui/button.tsx";
import { check, copy as copyGlyph, download as downloadGlyph } from "#app/ui/glyphs.ts";
import styles from "./second-factor-pane.module.css";

/** Shown once: the server cannot show them again. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [said, setSaid] = useState("");
  useEffect(() => heading.current?.focus(), []);
  const copy = async () =>
    setSaid((await copyText(codes.join("\n"))) ? "Copied." : "Mark the codes and press Ctrl+C or Cmd+C to copy them.");
  return (
    <div className={styles.recovery}>
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
      <div className={styles.actions}>
        <ActionButton glyph={copyGlyph} label="Copy" onClick={copy} />
        <ActionButton glyph={downloadGlyph} label="Download" onClick={() => download(codes)} />
      </div>
      <p role="status">{said}</p>
      <div>
        <Button kind="ink" size="office" label="I have saved them" glyph={check} onClick={onKept} />
      </div>
    </div>
  );
}

function download(codes: string[]): void {
  const lines = [`Recovery codes for ${location.host}, each works once:`, "", ...codes, ""];
  const address = URL.createObjectURL(new Blob([lines.join("\n")], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: "recovery-codes.txt" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
