/**
 * Spam signals that the site's own forms send with a message. They are in a separate header, because the body contains
 * only the visitor's fields. Callers that send none are treated as ordinary.
 */
export interface VisitorSignals {
  /** The honeypot field was filled in. */
  honeypot?: boolean;
  /** From the first interaction with the form to its submission, measured in the browser. */
  elapsedMs?: number;
  /** The text was restored from a draft, so the elapsed time is unknown. */
  isDraft?: boolean;
  /** It came from a form without script, which tells nothing else; not sent in the header. */
  isPlainForm?: boolean;
  /**
   * Proof of work: SHA-256 of `{Idempotency-Key}:{proof}` starts with the number of zero bits demanded by a 429
   * response.
   */
  proof?: string;
}

export const signalsHeader = "Visitor-Signals";

/** Name of the honeypot field in the HTML. Chosen so that browsers do not autofill it. */
export const honeypotField = "reference";

/** Formats the header: `elapsed=5231, honeypot, proof=1a2b`. */
export function writeSignals({ honeypot, elapsedMs, isDraft, proof }: VisitorSignals): string {
  const parts = [
    elapsedMs !== undefined && `elapsed=${Math.round(elapsedMs)}`,
    isDraft && "draft",
    honeypot && "honeypot",
    proof && `proof=${proof}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** Parses the header. Invalid parts are ignored: they must never cost a lead. */
export function readSignals(header: string | null): VisitorSignals {
  const text = header ?? "";
  const elapsed = /\belapsed=(\d{1,12})\b/.exec(text)?.[1];
  const proof = /\bproof=(\w{1,40})\b/.exec(text)?.[1];
  return {
    honeypot: /\bhoneypot\b/.test(text),
    ...(/\bdraft\b/.test(text) && { isDraft: true }),
    ...(elapsed && { elapsedMs: Number(elapsed) }),
    ...(proof && { proof }),
  };
}
