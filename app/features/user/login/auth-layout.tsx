import type { ReactNode } from "react";
import { useTitle } from "#app/ui/admin/screen/screen.tsx";
import { SiteLogo } from "#app/ui/admin/screen/site-logo.tsx";
import styles from "./auth-layout.module.css";
import { LoginPicture } from "./login-picture.tsx";

/** The frame of every screen before login: logging in, accepting an invitation, setting a new password. */
export function AuthLayout({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <div className={styles.screen}>
      <main className={styles.form}>
        <a href="/" className={`line ${styles.logo}`} aria-label="To the website">
          <SiteLogo />
        </a>
        {children}
      </main>
      <LoginPicture />
    </div>
  );
}
