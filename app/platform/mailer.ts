export interface Address {
  name: string;
  address: string;
}

/** An email as its room renders it. Subject and names may contain visitors' input: they are sanitized and encoded when sent. */
export interface Email {
  to: Address;
  replyTo?: Address;
  subject: string;
  text: string;
  html: string;
  /** RFC 3834: what the product writes by itself says so, and holiday notices do not answer. An answer that somebody wrote does not. */
  autoSubmitted?: "auto-generated" | "auto-replied";
  headers?: Record<string, string>;
}

export interface OutgoingEmail extends Email {
  from: Address;
  messageId: string;
  date: Date;
}

/** Hands one mail to the mail server. */
export interface Mailer {
  /** Resolves when the server has accepted the mail. @throws MailError */
  send(mail: OutgoingEmail): Promise<void>;
  /** Aborts what is being sent. */
  close(): void;
}
