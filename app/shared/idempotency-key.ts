/** Header under which a call stores something once, however often it is sent. */
export const idempotencyKey = (key: string): Record<string, string> => ({ "Idempotency-Key": key });
