import { timingSafeEqual } from "node:crypto";
import { readdir, statfs } from "node:fs/promises";
import { isIP } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { countMail } from "#app/features/mail/outbox.repository.server.ts";
import { readAlerts } from "#app/features/today/alerts.service.server.ts";
import { alert } from "#app/features/today/today.contract.ts";
import { readBackupState } from "#app/platform/backup-state.server.ts";
import { gauge, type Load, type Metric } from "#app/platform/observability/metrics.ts";
import { productVersion } from "#app/platform/product-root.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import type { App, AppContext, AppDeps } from "../app-context.ts";

const nanosecondsPerSecond = 1e9;
/** Sampling interval of the event loop. Node counts it as part of each delay. */
const resolutionMs = 20;

/**
 * GET /metrics in the Prometheus text format: with METRICS_TOKEN as bearer token, or without one from this machine
 * only.
 */
export function mountMetrics(app: App, deps: AppDeps): void {
  let eventLoop: ReturnType<typeof monitorEventLoopDelay> | undefined;
  app.get("/metrics", async (c) => {
    if (!mayRead(c, deps.config.metricsToken)) throw new AppError("not_found", "There is no such page.");
    const { requests, requestSeconds, cache, databaseSeconds } = deps.metrics;
    const lines = [requests, requestSeconds, cache, databaseSeconds, ...(await gauges(deps))];
    // Started on the first scrape, since it wakes the process fifty times a second.
    eventLoop ??= startWatching();
    lines.push(
      gauge(
        "event_loop_delay_seconds",
        "Event loop delay since the last scrape.",
        ([50, 99, 100] as const).map((percentile) => [
          { percentile },
          Math.max(0, (eventLoop?.percentile(percentile) ?? 0) / nanosecondsPerSecond - resolutionMs / 1000),
        ]),
      ),
    );
    eventLoop.reset();
    return c.body(`${lines.map((metric) => metric.text()).join("\n")}\n`, 200, {
      "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
      "Cache-Control": "no-store",
    });
  });
}

function startWatching() {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  return histogram;
}

async function gauges(deps: AppDeps): Promise<Metric[]> {
  const load = deps.metrics.load?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const mail = await countMail(deps.db).catch(() => undefined);
  return [
    gauge("jorna_build_info", "The release that runs.", [[{ version: productVersion() }, 1]]),
    gauge("process_resident_memory_bytes", "Memory of the server process.", rss),
    gauge("nodejs_heap_used_bytes", "JavaScript heap in use.", heapUsed),
    gauge("nodejs_external_memory_bytes", "Buffers outside the heap.", external),
    gauge("process_uptime_seconds", "Time since the start.", process.uptime()),
    gauge("process_cpu_seconds_total", "Processor time since the start.", cpuSeconds(), "counter"),
    ...(await openFiles()),
    ...(await diskGauges(deps)),
    gauge("cached_pages", "Rendered pages in memory.", deps.pages.count),
    gauge("cached_pages_bytes", "Their size.", deps.pages.bytes),
    ...(await stateGauges(deps)),
    ...(load ? loadGauges(load) : []),
    gauge("database_up", "1 if the database responds.", mail ? 1 : 0),
    ...(mail
      ? [
          gauge("mail_outbox", "Unsent mails by state.", [
            [{ state: "waiting" }, mail.waiting],
            [{ state: "failed" }, mail.failed],
          ]),
        ]
      : []),
  ];
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Linux only. */
async function openFiles(): Promise<Metric[]> {
  const files = await readdir("/proc/self/fd").catch(() => undefined);
  return files ? [gauge("process_open_fds", "Open files and connections.", files.length)] : [];
}

async function diskGauges({ config }: AppDeps): Promise<Metric[]> {
  const disk = await statfs(config.dataDir).catch(() => undefined);
  if (!disk) return [];
  return [
    gauge("disk_free_bytes", "Free on the disk of the data folder.", disk.bavail * disk.bsize),
    gauge("disk_size_bytes", "Size of the disk of the data folder.", disk.blocks * disk.bsize),
  ];
}

/** What holds at the moment, and how old the last proved backup is. */
async function stateGauges(deps: AppDeps): Promise<Metric[]> {
  const on = new Set((await readAlerts(deps)).map(({ kind }) => kind));
  const kinds = alert.shape.kind.options;
  const backup = deps.config.backup && (await readBackupState(deps).catch(() => undefined));
  const provedAt = backup?.state?.provedAt;
  return [
    gauge(
      "alerts",
      "1 while an alert of this kind holds.",
      kinds.map((kind) => [{ kind }, on.has(kind) ? 1 : 0]),
    ),
    ...(provedAt
      ? [
          gauge(
            "backup_proved_age_seconds",
            "Age of the last proved backup.",
            (deps.now().getTime() - Date.parse(provedAt)) / 1000,
          ),
        ]
      : []),
  ];
}

function loadGauges({ connections, queues }: Load): Metric[] {
  const each = Object.entries(queues);
  return [
    gauge("http_connections", "Open connections.", connections),
    gauge(
      "http_requests_running",
      "Requests in progress by queue.",
      each.map(([queue, { running }]) => [{ queue }, running]),
    ),
    gauge(
      "http_requests_waiting",
      "Requests waiting for their turn by queue.",
      each.map(([queue, { waiting }]) => [{ queue }, waiting]),
    ),
  ];
}

function mayRead(c: AppContext, token: string | undefined): boolean {
  if (token === undefined) return isThisMachine(c);
  return isSame(/^Bearer (.+)$/i.exec(c.req.header("Authorization") ?? "")?.[1] ?? "", token);
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A proxy on this machine also connects locally, but on behalf of somebody else, as one of these headers shows. */
const proxyHeaders = ["X-Forwarded-For", "X-Forwarded-Proto", "X-Real-IP", "Forwarded", "Via"];

function isThisMachine(c: AppContext): boolean {
  const address = (c.env.incoming?.socket.remoteAddress ?? "").replace(/^::ffff:/i, "");
  const isLoopback = isIP(address) === 4 ? address.startsWith("127.") : address === "::1";
  return isLoopback && !proxyHeaders.some((name) => c.req.header(name) !== undefined);
}
