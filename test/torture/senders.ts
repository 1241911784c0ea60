import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

/** One composed message and what its sender was told. */
export interface Message {
  /** In the visitor's name, so that it is found again in the inbox and in the mail. */
  name: string;
  key: string;
  /** Every slug that an answer named: more than one is a lie. */
  slugs: Set<string>;
}

export interface Sending {
  acknowledged: Message[];
  tries: number;
  /** Answers that came and were treated as lost. */
  repliesLost: number;
  /** Answers 5xx by status. */
  refusals: Record<string, number>;
  /** Answers that a retry cannot mend. */
  wrong: string[];
}

/** Visitors who send one message after the other, each until it is acknowledged, under one key. Every tenth answer gets lost. */
export function startSenders(url: string, count: number) {
  const sending: Sending = { acknowledged: [], tries: 0, repliesLost: 0, refusals: {}, wrong: [] };
  let isStopped = false;
  const senders = Array.from({ length: count }, async (_, sender) => {
    for (let n = 0; !isStopped; n++) {
      const message = {
        name: `Visitor ${sender}-${n}-${randomUUID().slice(0, 8)}`,
        key: randomUUID(),
        slugs: new Set<string>(),
      };
      await insist(url, message, sending);
      sending.acknowledged.push(message);
    }
  });
  return {
    sending,
    /** Ends when every message that was begun is acknowledged. */
    async finish(): Promise<Sending> {
      isStopped = true;
      await Promise.all(senders);
      return sending;
    },
  };
}

async function insist(url: string, message: Message, sending: Sending): Promise<void> {
  for (;;) {
    // Some press the button twice.
    const presses = Math.random() < 0.1 ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: presses }, () => post(url, message, sending)));
    const isLost = Math.random() < 0.1;
    if (answers.includes(true) && !isLost) return;
    if (answers.includes(true)) sending.repliesLost++;
    else await pause(20 + Math.random() * 100);
  }
}

async function post(url: string, message: Message, sending: Sending): Promise<boolean> {
  sending.tries++;
  try {
    const response = await fetch(`${url}/api/quote/new`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": message.key },
      body: JSON.stringify({ fullName: message.name, email: "visitor@example.com", message: `From ${message.name}` }),
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    if (response.status === 201) {
      message.slugs.add(JSON.parse(text).data.slug);
      return true;
    }
    sending.refusals[response.status] = (sending.refusals[response.status] ?? 0) + 1;
    if (response.status !== 503) sending.wrong.push(`${response.status} ${text.slice(0, 200)}`);
  } catch {
    // Killed, or not up yet.
  }
  return false;
}
