export interface Address {
  name: string;
  address: string;
}

/**
 * An email as rendered by its feature. The subject and names may contain visitors' input: they are sanitized and
 * encoded when sent.
 */
export interface Email {
  /** Of several, each gets the mail. */
  to: Address | Address[];
  /** Left out if its mailbox is beyond ASCII and the mail server does not take that: the text has to tell it too. */
  replyTo?: Address;
  subject: string;
  text: string;
  html: string;
  /**
   * RFC 3834: marks automatic mail, so that vacation responders do not reply. Not set on a reply written by a person.
   */
  autoSubmitted?: "auto-generated" | "auto-replied";
  headers?: Record<string, string>;
  /** Message-IDs of the conversation so far, oldest first (RFC 5322, 3.6.4). */
  references?: string[];
}

export interface OutgoingEmail extends Email {
  from: Address;
  messageId: string;
  date: Date;
}

/** Hands an email to the mail server. */
export interface Mailer {
  /**
   * Resolves once the server has accepted the email. @throws MailError
   * @returns the addresses of those among several recipients whom it refused
   */
  send(mail: OutgoingEmail): Promise<string[]>;
  /** Aborts the current delivery. */
  close(): void;
}

/**
 * Whether every mail server takes the address: one with letters beyond ASCII before the @ needs servers that know
 * SMTPUTF8 (RFC 6531). Of a domain there is an ASCII form.
 */
export const isAsciiMailbox = (address: string): boolean => /^[\x21-\x7e]+@/.test(address);
