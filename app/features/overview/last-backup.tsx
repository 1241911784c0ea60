import { useState } from "react";
import { ActionButton } from "#app/ui/admin/action-button.tsx";
import { PasswordField } from "#app/ui/admin/password-field.tsx";
import { SmallForm } from "#app/ui/admin/small-form.tsx";
import { useSending } from "#app/ui/admin/use-sending.ts";
import { alert, check, download as downloadGlyph } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Overview } from "./overview.contract.ts";
import styles from "./overview.module.css";

interface LastBackupProps {
  backup: NonNullable<Overview["backup"]>;
  /** @returns the URL from which the browser saves the file */
  download: (currentPassword: string) => Promise<string>;
}

/** Age of the newest proved backup, with a way to download it. */
export function LastBackup({ backup: { provedAt, isTrouble }, download }: LastBackupProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className={styles.backup} data-trouble={isTrouble ? "" : undefined} aria-labelledby="backup">
      <div className={styles.backupHead}>
        <h2 id="backup" className={styles.title}>
          Backup
        </h2>
        <p className={styles.backupState}>
          <Icon of={isTrouble ? alert : check} small />
          {provedAt === null ? "No backup was proved yet" : `Last proved backup: ${ageInWords(provedAt)}`}
        </p>
      </div>
      <p className={styles.note}>
        Every backup is restored on the server, compared, and all pages are rendered from it. It holds everything,
        messages and administrators included.
      </p>
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
      {isAsking && <AskPassword download={download} onDone={() => setAsking(false)} />}
    </section>
  );
}

function AskPassword({ download, onDone }: Pick<LastBackupProps, "download"> & { onDone: () => void }) {
  const [password, setPassword] = useState("");
  const sending = useSending(
    () => download(password),
    (address) => {
      // The response is a file: the browser saves it without leaving the page.
      window.location.assign(address);
      onDone();
    },
    ["currentPassword"],
  );
  return (
    <SmallForm
      takesFocus
      sending={sending}
      submit={{ label: "Download", glyph: downloadGlyph }}
      isIncomplete={password === ""}
      beside={<ActionButton label="Cancel" onClick={onDone} />}
    >
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={sending.problem("currentPassword")}
      />
    </SmallForm>
  );
}

const relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "always" });
const minuteMs = 60_000;

/** Such as "3 hours ago". */
function ageInWords(at: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / minuteMs));
  if (minutes < 60) return relative.format(-minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? relative.format(-hours, "hour") : relative.format(-Math.floor(hours / 24), "day");
}
