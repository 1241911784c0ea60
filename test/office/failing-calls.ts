/** Which calls: `path` is a URLPattern pathname, e.g. `/api/job/:slug`. */
export interface CallPattern {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
}

/**
 * How a call can end: with an answer, without one, processed but without one, in silence until its time is over, or as
 * usual but later.
 */
export type Ending =
  | { status: number; body: object }
  | "no connection"
  | "lost answer"
  | "time-out"
  | { after: Promise<unknown> };

export interface Failure {
  name: string;
  words: RegExp;
  ending: Ending;
  /** The same call would fail again, so no Retry is offered. */
  isFinal?: boolean;
}

/** Four ways a server can fail, and the text that must be shown for each. */
export const failures: readonly Failure[] = [
  { name: "500", words: /The disk is full\./, ending: refusal(500, "unexpected", "The disk is full.") },
  {
    name: "400",
    words: /This makes no sense to us\./,
    ending: refusal(400, "malformed", "This makes no sense to us."),
    isFinal: true,
  },
  { name: "time-out", words: /could not be (reached|uploaded)/, ending: "time-out" },
  { name: "offline", words: /could not be (reached|uploaded)/, ending: "no connection" },
];

/** An error response as the server would send it. */
export function refusal(
  status: number,
  code: string,
  message: string,
  errors: { field: string; message: string }[] = [],
): Ending {
  return { status, body: { code, message, errors } };
}

interface Rule {
  method: string;
  pattern: URLPattern;
  ending: Ending;
  passes: number;
  calls: number;
}

let rule: Rule | undefined;

/**
 * Makes matching calls end like this while `work` runs, but for the first `passes`. It receives a function that returns
 * how many were made.
 */
export async function failing(
  { method = "GET", path, passes = 0 }: CallPattern & { passes?: number },
  ending: Ending,
  work: (calls: () => number) => Promise<void>,
): Promise<void> {
  const mine: Rule = { method, pattern: new URLPattern({ pathname: path }), ending, passes, calls: 0 };
  rule = mine;
  try {
    await work(() => mine.calls);
  } finally {
    rule = undefined;
  }
}

/**
 * From now on holds back the answers to the calls for which `isHeld` returns true: the server has processed them.
 * @returns a function that lets them arrive, and resolves once they are shown
 */
export function holdAnswers(isHeld: (method: string, path: string, body: string) => boolean): () => Promise<void> {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const through = window.fetch;
  const answers: Promise<Response>[] = [];
  window.fetch = async (input, init = {}) => {
    const { pathname } = new URL(String(input), location.href);
    if (!isHeld(init.method ?? "GET", pathname, String(init.body ?? ""))) return through(input, init);
    // The office may give the call up; the answer to it is held all the same.
    const answer = through(input, { ...init, signal: null }).then(complete);
    answers.push(answer);
    await arrival;
    return answer;
  };
  return async () => {
    window.fetch = through;
    await Promise.all(answers);
    arrive();
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  };
}

const complete = async (response: Response) => new Response(await response.text(), response);

function endingOf(method: string, address: string): Ending | undefined {
  const { pathname } = new URL(address, location.href);
  if (!rule || rule.method !== method.toUpperCase() || !rule.pattern.test({ pathname })) return undefined;
  rule.calls += 1;
  return rule.calls > rule.passes ? rule.ending : undefined;
}

const browserFetch = window.fetch.bind(window);

window.fetch = async (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  const ending = endingOf(init?.method ?? "GET", address);
  if (ending === "lost answer") await browserFetch(input, init);
  if (ending === "no connection" || ending === "lost answer") throw new TypeError("Failed to fetch");
  if (ending === "time-out") throw new DOMException("signal timed out", "TimeoutError");
  if (ending && "status" in ending) return Response.json(ending.body, { status: ending.status });
  await ending?.after;
  return browserFetch(input, init);
};

// Uploads use XMLHttpRequest.
const { open, send } = XMLHttpRequest.prototype;
const opened = new WeakMap<XMLHttpRequest, { method: string; address: string }>();

XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, method: string, url: string | URL) {
  opened.set(this, { method, address: String(url) });
  open.call(this, method, url, true);
};

XMLHttpRequest.prototype.send = function (body) {
  const { method, address } = opened.get(this) ?? { method: "", address: "/" };
  const ending = endingOf(method, address);
  if (ending === undefined) send.call(this, body);
  else if (ending === "no connection" || ending === "lost answer")
    queueMicrotask(() => this.dispatchEvent(new ProgressEvent("error")));
  else if (ending === "time-out") queueMicrotask(() => this.dispatchEvent(new ProgressEvent("timeout")));
  else if ("status" in ending) {
    const responseText = JSON.stringify(ending.body);
    Object.defineProperties(this, { status: { value: ending.status }, responseText: { value: responseText } });
    queueMicrotask(() => this.dispatchEvent(new ProgressEvent("load")));
  } else void ending.after.then(() => send.call(this, body));
};
