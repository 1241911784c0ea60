import { useState } from "react";
import { ActionButton } from "#app/ui/admin/control/action-button.tsx";
import { AskPassword } from "#app/ui/admin/form/ask-password.tsx";
import { Pane } from "#app/ui/admin/screen/pane.tsx";
import { formatAge } from "#app/ui/admin/text/format-time.ts";
import { alert, check, download as downloadGlyph } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Work } from "./today.contract.ts";
import styles from "./today.module.css";

interface LastBackupProps {
  backup: NonNullable<Work["backup"]>;
  /** @returns the URL from which the browser saves the file */
  download: (currentPassword: string) => Promise<string>;
}

/** Age of the newest proved backup, with a way to download it. */
export function LastBackup({ backup: { provedAt, isTrouble }, download }: LastBackupProps) {
  const [isAsking, setAsking] = useState(false);
  const save = (address: string) => {
    // The response is a file: the browser saves it without leaving the page.
    window.location.assign(address);
    setAsking(false);
  };
  return (
    <Pane
      id="backup"
      heading="Backup"
      beside={
        <p className={`line gap-10 ${styles.backupState}`} data-trouble={isTrouble ? "" : undefined}>
          <Icon of={isTrouble ? alert : check} small />
          {provedAt === null ? "No backup was proved yet" : `Last proved backup: ${formatAge(provedAt)} ago`}
        </p>
      }
      lead="Every backup is restored on the server, compared, and all pages are rendered from it. It holds everything, messages and administrators included."
    >
      {provedAt !== null && !isAsking && (
        <p>
          <ActionButton
            glyph={downloadGlyph}
            label="Download"
            name="the last proved backup"
            onClick={() => setAsking(true)}
          />
        </p>
      )}
      {isAsking && (
        <AskPassword
          submit={{ label: "Download", glyph: downloadGlyph }}
          send={download}
          onDone={save}
          onCancel={() => setAsking(false)}
        />
      )}
    </Pane>
  );
}
