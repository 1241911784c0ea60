import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../free-port.ts";

export interface Balancer {
  /** `nginx`, or this file's own if that is not installed. */
  kind: "nginx" | "own";
  url: string;
  close(): Promise<void>;
}

/**
 * Distributes requests over instances on these ports: nginx as configured in deploy/nginx.conf, otherwise a small
 * balancer of our own.
 */
export async function openBalancer(ports: number[], wanted?: "own"): Promise<Balancer> {
  return wanted === "own" || spawnSync("nginx", ["-v"]).error ? openOwn(ports) : openNginx(ports);
}

async function openNginx(ports: number[]): Promise<Balancer> {
  const folder = mkdtempSync(path.join(tmpdir(), "drill-nginx-"));
  const port = await freePort();
  const servers = ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join(" ");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  writeFileSync(
    path.join(folder, "nginx.conf"),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
    events { worker_connections 1024; }
    http { access_log off; ${temporary}
      upstream jorna { ${servers} keepalive 64; keepalive_timeout 8s; }
      server { listen 127.0.0.1:${port}; client_max_body_size 11m;
        location / { proxy_pass http://jorna; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr;
          proxy_connect_timeout 2s; proxy_read_timeout 60s;
          proxy_next_upstream error timeout http_503; proxy_next_upstream_tries 2; proxy_next_upstream_timeout 5s; } } }\n`,
  );
  const nginx = spawn("nginx", ["-p", folder, "-c", path.join(folder, "nginx.conf")], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => nginx.once("exit", () => resolve()));
  return {
    kind: "nginx",
    url: `http://127.0.0.1:${port}`,
    async close() {
      nginx.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Round-robin; a read that an instance did not answer goes to the next one. */
async function openOwn(ports: number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, timeout: 8_000 });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const isRead = incoming.method === "GET" || incoming.method === "HEAD";
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("error", () => {});
    incoming.on("end", () => pass(ports.length));
    function pass(left: number): void {
      const port = ports[turn++ % ports.length];
      const headers = { ...incoming.headers, "x-forwarded-for": "127.0.0.1" };
      const asked = request({ agent, port, host: "127.0.0.1", path: incoming.url, method: incoming.method, headers });
      asked.on("response", (answer) => {
        if (answer.statusCode === 503 && isRead && left > 1) {
          answer.resume();
          return pass(left - 1);
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        return undefined;
      });
      asked.on("error", () => {
        if (isRead && left > 1 && !outgoing.headersSent) pass(left - 1);
        else if (outgoing.headersSent) outgoing.destroy();
        else outgoing.writeHead(502).end();
      });
      asked.end(Buffer.concat(chunks));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    kind: "own",
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}
