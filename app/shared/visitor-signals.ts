import { z } from "zod";

/**
 * What the site's own forms tell beside the message, to tell people from programs. A caller that tells nothing of it is an ordinary one,
 * and what does not fit is as good as nothing: it never costs a lead.
 */
export const visitorSignals = {
  /** A field that no person sees. */
  website: z.string().max(2_000).optional().catch(undefined),
  /** From the first touch of the form to its sending, measured in the browser. */
  elapsedMs: z.number().optional().catch(undefined),
  /** Makes SHA-256 of `{Idempotency-Key}:{proof}` begin with so many zero bits as an answer 429 asked for. */
  proof: z.string().max(40).optional().catch(undefined),
};

export interface VisitorSignals {
  website?: string;
  elapsedMs?: number;
  proof?: string;
}
