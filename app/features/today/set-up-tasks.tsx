import { Link } from "react-router";
import { findContentType } from "#app/platform/content/content-types.ts";
import { updatePath } from "#app/shared/content-type.ts";
import { Pane } from "#app/ui/admin/screen/pane.tsx";
import { AllDone } from "./all-done.tsx";
import type { SetUpTask, Work } from "./today.contract.ts";
import styles from "./today.module.css";

interface TaskText {
  title: string;
  /** Why it matters, and how to do it. */
  text: string;
  /** Where to do it; empty if that is outside the browser. */
  links: { label: string; to: string }[];
}

const siteText = (label: string, path: string) => ({ label, to: `/site?text=${path}` });

/** In the order to complete them. */
const taskTexts: Record<SetUpTask, TaskText> = {
  "first-password": {
    title: "Choose your own password",
    text: "The first one is in the server’s log or settings, where others may read it; a generated one is good for a day.",
    links: [{ label: "Account", to: "/account" }],
  },
  "admin-email": {
    title: "Log in with a real e-mail address",
    text: "An administrator still has admin@example.com.",
    links: [{ label: "Account", to: "/account" }],
  },
  "public-url": {
    title: "Set the site’s public URL",
    text: "Links in mails and in search results lead to this machine. Set PUBLIC_URL where the server is started.",
    links: [],
  },
  "trust-proxy": {
    title: "Configure the reverse proxy",
    text: "Requests come through a proxy (X-Forwarded-For), but TRUST_PROXY is 0: all visitors count as one and soon share its limits. Set TRUST_PROXY to the number of proxies where the server is started.",
    links: [],
  },
  mail: {
    title: "Connect a mail server",
    text: "Messages arrive in the inbox, but nobody is mailed about them. Set SMTP_HOST or SMTP_URL where the server is started.",
    links: [{ label: "Mail", to: "/mail" }],
  },
  phone: {
    title: "Enter the company’s phone number",
    text: "Every page shows a placeholder number.",
    links: [siteText("Phone", "company.phone")],
  },
  email: {
    title: "Enter the company’s e-mail address",
    text: "Menu and contact section show an example address.",
    links: [siteText("E-mail", "company.email")],
  },
  "hr-email": {
    title: "Enter the address for applications",
    text: "Applications go to an example address.",
    links: [siteText("HR e-mail", "company.hrEmail")],
  },
  "notify-email": {
    title: "Enter the address for notifications of new messages",
    text: "It is an example address, which nobody reads.",
    links: [siteText("E-mail", "company.notifyEmail")],
  },
  "social-links": {
    title: "Link the company’s own profiles",
    text: "A link in the footer leads to a network’s front page and not to you.",
    links: [siteText("Profiles", "company.social")],
  },
  samples: {
    title: "Confirm or replace the samples",
    text: "They came with the site: no client ordered these projects or wrote these reviews, the openings are examples, and so is how long the steps on About take.",
    links: [{ label: "Jobs", to: "/job" }, siteText("How long it takes", "about.process.0.weeks")],
  },
  "security-contact": {
    title: "Say who reads security reports",
    text: "The address is an example, or the date until which it is monitored has passed or will within 30 days.",
    links: [siteText("E-mail", "company.securityEmail"), siteText("Date", "company.securityExpires")],
  },
};

/** Replaces the mail task's text when a mail server is configured but does not accept mail. */
const mailFails = "A mail server is set up, and it does not take the site’s mail.";

const all = Object.keys(taskTexts) as SetUpTask[];

interface SetUpTasksProps {
  open: SetUpTask[];
  samples: Work["samples"];
  mailTrouble: string | undefined;
}

/**
 * The set-up tasks to complete before the site is shown to clients: the open ones, and the completed ones collapsed
 * below.
 */
export function SetUpTasks({ open, samples, mailTrouble }: SetUpTasksProps) {
  const told: Partial<Record<SetUpTask, TaskText>> = {
    ...(mailTrouble && { mail: { ...taskTexts.mail, text: `${mailTrouble} ${mailFails}` } }),
    samples: { ...taskTexts.samples, links: [...taskTexts.samples.links, ...samples.map(sampleLink)] },
  };
  const done = all.filter((task) => !open.includes(task));
  return (
    <Pane
      id="set-up"
      heading="Set-up"
      beside={<p className="muted breaks">{`${done.length} of ${all.length} done`}</p>}
    >
      {open.length === 0 ? (
        <AllDone>Everything is set up.</AllDone>
      ) : (
        <ul>
          {open.map((task) => (
            <OpenTask key={task} told={told[task] ?? taskTexts[task]} />
          ))}
        </ul>
      )}
      {done.length > 0 && open.length > 0 && (
        <details className={styles.finished}>
          <summary>{done.length === 1 ? "One is done" : `${done.length} are done`}</summary>
          <ul>
            {done.map((task) => (
              <li key={task}>
                <AllDone>{taskTexts[task].title}</AllDone>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Pane>
  );
}

/** To its form, where it is confirmed or replaced. */
function sampleLink({ noun, slug, title }: Work["samples"][number]) {
  const type = findContentType(noun);
  return { label: title, to: type ? updatePath(type, slug) : "/" };
}

function OpenTask({ told: { title, text, links } }: { told: TaskText }) {
  return (
    <li className={styles.task}>
      <span className={styles.box} aria-hidden="true" />
      <div>
        <h3 className={styles.taskTitle}>{title}</h3>
        <p className="muted breaks">{text}</p>
      </div>
      {links.length > 0 && (
        <p className={styles.links} data-many={links.length > 2 || undefined}>
          {links.map(({ label, to }) => (
            <Link key={to} to={to}>
              {label}
              <span className="vh">: {title}</span>
            </Link>
          ))}
        </p>
      )}
    </li>
  );
}
