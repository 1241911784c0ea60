export interface Address {
  name: string;
  address: string;
}

/** A mail as its room words it. Subject and names may hold a visitor's words: they are cleaned and encoded on the way out. */
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
  /** Ends when the server has taken the mail. @throws MailError */
  send(mail: OutgoingEmail): Promise<void>;
  /** Cuts what is under way. */
  close(): void;
}
