import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { freePort } from "../test/free-port.ts";
import { has } from "./load.ts";
import { childrenOf } from "./process-figures.ts";
import { temporaryFolder } from "./product.ts";

export interface Baseline {
  name: string;
  url: string;
  pids: number[];
  stop(): void;
}

/**
 * A static server that sends the same bytes: nginx with one worker if installed, otherwise a bare node:http with one
 * buffer.
 */
export async function startBaseline(html: Buffer): Promise<Baseline> {
  const folder = temporaryFolder();
  fs.chmodSync(folder, 0o755);
  fs.writeFileSync(path.join(folder, "index.html"), html);
  fs.writeFileSync(path.join(folder, "index.html.gz"), gzipSync(html, { level: 9 }));
  const port = await freePort();
  return has("nginx") ? nginx(folder, port) : bareNode(folder, port);
}

async function nginx(folder: string, port: number): Promise<Baseline> {
  const settings = `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/errors;
${process.getuid?.() === 0 ? "user root;" : ""}
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 1000000; open_file_cache max=100;
types { text/html html; } client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
server { listen 127.0.0.1:${port}; root ${folder}; gzip_static on; gzip_vary on; } }`;
  fs.writeFileSync(path.join(folder, "nginx.conf"), settings);
  const server = spawn("nginx", ["-c", path.join(folder, "nginx.conf")], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}/`;
  await answers(url);
  return { name: "nginx, one worker", url, pids: childrenOf(server.pid ?? 0), stop: () => void server.kill() };
}

const program = `
const html = require("node:fs").readFileSync(process.argv[1] + "/index.html.gz");
const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip", "Content-Length": html.length };
require("node:http").createServer((request, response) => { response.writeHead(200, headers); response.end(html); }).listen(Number(process.argv[2]), "127.0.0.1");
`;

async function bareNode(folder: string, port: number): Promise<Baseline> {
  const server = spawn(process.execPath, ["-e", program, folder, String(port)], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}/`;
  await answers(url);
  return { name: "a bare node:http server", url, pids: [server.pid ?? 0], stop: () => void server.kill() };
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++, await pause(25)) if ((await fetch(url).catch(() => undefined))?.ok) return;
  throw new Error("The static server did not start.");
}
