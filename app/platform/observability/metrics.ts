// Counters and histograms in the Prometheus text format, version 0.0.4:
// https://prometheus.io/docs/instrumenting/exposition_formats/

type Labels = Record<string, string | number>;

export interface Metric {
  /** Its lines in the exposition format, without a trailing newline. */
  text(): string;
}

interface Described {
  /** Ends in the base unit; counters end in `_total` (Prometheus naming). */
  name: string;
  help: string;
}

/** A Prometheus counter, with one series per label set. */
class Counter implements Metric {
  readonly #described: Described;
  readonly #values = new Map<string, number>();

  constructor(name: string, help: string) {
    this.#described = { name, help };
  }

  add(labels: Labels = {}, by = 1): void {
    const key = labelText(labels);
    this.#values.set(key, (this.#values.get(key) ?? 0) + by);
  }

  /**
   * @returns an increment function with its labels rendered once, for events that occur forty thousand times a second
   */
  adder(labels: Labels): () => void {
    const key = labelText(labels);
    return () => void this.#values.set(key, (this.#values.get(key) ?? 0) + 1);
  }

  text(): string {
    const { name } = this.#described;
    return exposition(
      this.#described,
      "counter",
      [...this.#values].map(([labels, value]) => `${name}${labels} ${value}`),
    );
  }
}

const latencyBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

interface Observations {
  /** Count per bucket, not cumulative. */
  buckets: number[];
  count: number;
  sum: number;
}

/** A Prometheus histogram of durations in seconds, with one series per label set. */
class Histogram implements Metric {
  readonly #described: Described;
  readonly #bounds: number[];
  readonly #observed = new Map<string, Observations & { labels: Labels }>();

  constructor(name: string, help: string, bounds = latencyBuckets) {
    this.#described = { name, help };
    this.#bounds = bounds;
  }

  observe(seconds: number, labels: Labels = {}): void {
    const key = labelText(labels);
    let seen = this.#observed.get(key);
    if (!seen) {
      seen = { labels, buckets: this.#bounds.map(() => 0), count: 0, sum: 0 };
      this.#observed.set(key, seen);
    }
    seen.count++;
    seen.sum += seconds;
    const bucket = this.#bounds.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) seen.buckets[bucket] = (seen.buckets[bucket] ?? 0) + 1;
  }

  text(): string {
    return exposition(
      this.#described,
      "histogram",
      [...this.#observed.values()].flatMap((seen) => this.#lines(seen)),
    );
  }

  #lines({ labels, buckets, count, sum }: Observations & { labels: Labels }): string[] {
    const { name } = this.#described;
    let below = 0;
    const lines = this.#bounds.map((bound, index) => {
      below += buckets[index] ?? 0;
      return `${name}_bucket${labelText({ ...labels, le: bound })} ${below}`;
    });
    return [
      ...lines,
      `${name}_bucket${labelText({ ...labels, le: "+Inf" })} ${count}`,
      `${name}_sum${labelText(labels)} ${sum}`,
      `${name}_count${labelText(labels)} ${count}`,
    ];
  }
}

/** A Prometheus gauge, or a counter that something else counts, as of now; labels distinguish several series. */
export function gauge(
  name: string,
  help: string,
  values: number | [Labels, number][],
  type: "gauge" | "counter" = "gauge",
): Metric {
  const rows: [Labels, number][] = typeof values === "number" ? [[{}, values]] : values;
  return {
    text: () =>
      exposition(
        { name, help },
        type,
        rows.map(([labels, value]) => `${name}${labelText(labels)} ${value}`),
      ),
  };
}

function exposition({ name, help }: Described, type: string, samples: string[]): string {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples].join("\n");
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escapeLabel = (value: string) => value.replace(/[\\"\n]/g, (sign) => (sign === "\n" ? "\\n" : `\\${sign}`));

/** What the HTTP server is doing at one moment. */
export interface Load {
  connections: number;
  /** Requests by queue: messages of visitors have one of their own. */
  queues: Record<"leads" | "others", { running: number; waiting: number }>;
}

/** The metrics of this process since it started. */
export interface Metrics {
  requests: Counter;
  requestSeconds: Histogram;
  /** Pages and files served from memory, and pages that had to be rendered. */
  cache: Counter;
  databaseSeconds: Histogram;
  /** Set by the HTTP server once it serves the site. */
  load?: () => Load;
}

export function createMetrics(): Metrics {
  return {
    requests: new Counter("http_requests_total", "Requests by route and status."),
    requestSeconds: new Histogram("http_request_duration_seconds", "Time from request to answer by route."),
    cache: new Counter("cached_responses_total", "Pages and files: answered from memory (hit) or rendered (miss)."),
    databaseSeconds: new Histogram(
      "database_query_duration_seconds",
      "Time of a database statement.",
      [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    ),
  };
}
