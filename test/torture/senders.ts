import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

/** One composed message and the responses its sender got. */
export interface Message {
  /** Included in the visitor's name, to find the message in the inbox and in emails. */
  name: string;
  key: string;
  /** Every slug named in a response: more than one is an error. */
  slugs: Set<string>;
}

export interface Sending {
  acknowledged: Message[];
  /** How long each acknowledging response took, in ms. */
  ms: number[];
  tries: number;
  /** Responses that arrived but were treated as lost. */
  repliesLost: number;
  /** 5xx responses by status. */
  refusals: Record<string, number>;
  /** Responses that a retry cannot fix. */
  wrong: string[];
}

/**
 * Visitors who send one message after the other, each until it is acknowledged, under one key. Every tenth response is
 * lost.
 */
export function startSenders(url: string, count: number) {
  const sending: Sending = { acknowledged: [], ms: [], tries: 0, repliesLost: 0, refusals: {}, wrong: [] };
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
    /** Resolves once every started message is acknowledged. */
    async finish(): Promise<Sending> {
      isStopped = true;
      await Promise.all(senders);
      return sending;
    },
  };
}

async function insist(url: string, message: Message, sending: Sending): Promise<void> {
  for (;;) {
    // Some visitors press the button twice.
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
  const sentMs = performance.now();
  try {
    const response = await fetch(`${url}/api/quote/new`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": message.key },
      body: JSON.stringify({ fullName: message.name, email: "visitor@example.com", message: `From ${message.name}` }),
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    if (response.status === 201) {
      sending.ms.push(performance.now() - sentMs);
      message.slugs.add(JSON.parse(text).data.slug);
      return true;
    }
    sending.refusals[response.status] = (sending.refusals[response.status] ?? 0) + 1;
    if (response.status !== 503) sending.wrong.push(`${response.status} ${text.slice(0, 200)}`);
  } catch {
    // The server was killed, or is not up yet.
  }
  return false;
}
