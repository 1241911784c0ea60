/**
 * What the site's own forms tell beside the message, to tell people from programs. It travels in a header of its own, since the
 * body holds the visitor's fields and nothing else. A caller that tells nothing is an ordinary one.
 */
export interface VisitorSignals {
  /** The field that no person sees was filled in. */
  decoy?: boolean;
  /** From the first touch of the form to its sending, measured in the browser. */
  elapsedMs?: number;
  /** What is sent was typed on an earlier page, which tells nothing of the time it took. */
  isDraft?: boolean;
  /** Makes SHA-256 of `{Idempotency-Key}:{proof}` begin with so many zero bits as an answer 429 asked for. */
  proof?: string;
}

export const signalsHeader = "Visitor-Signals";

/** Name of the decoy in the HTML. Dull, so that no browser fills it in by itself. */
export const decoyField = "reference";

/** As `elapsed=5231, decoy, proof=1a2b`. */
export function writeSignals({ decoy, elapsedMs, isDraft, proof }: VisitorSignals): string {
  const parts = [
    elapsedMs !== undefined && `elapsed=${Math.round(elapsedMs)}`,
    isDraft && "draft",
    decoy && "decoy",
    proof && `proof=${proof}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** What does not fit is as good as nothing: it never costs a lead. */
export function readSignals(header: string | null): VisitorSignals {
  const text = header ?? "";
  const elapsed = /\belapsed=(\d{1,12})\b/.exec(text)?.[1];
  const proof = /\bproof=(\w{1,40})\b/.exec(text)?.[1];
  return {
    decoy: /\bdecoy\b/.test(text),
    ...(/\bdraft\b/.test(text) && { isDraft: true }),
    ...(elapsed && { elapsedMs: Number(elapsed) }),
    ...(proof && { proof }),
  };
}
