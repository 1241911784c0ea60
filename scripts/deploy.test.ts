import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { httpLimits } from "#server/front/http-limits.ts";
import { freshFolder } from "#test/data-location.ts";

const deploy = path.resolve(import.meta.dirname, "../deploy");
const read = (name: string) => fs.readFileSync(path.join(deploy, name), "utf8");
const isThere = (program: string) => spawnSync(program, ["--version"]).error === undefined;

test("the systemd unit allows time for shutdown, restarts on failure and restricts writes to the file system", () => {
  const unit = read("jorna.service");
  for (const line of [
    "Restart=on-failure",
    "TimeoutStopSec=20",
    "ProtectSystem=strict",
    "NoNewPrivileges=yes",
    "User=jorna",
  ])
    expect(unit).toContain(`\n${line}\n`);
  if (!isThere("systemd-analyze")) return;
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", path.join(deploy, "jorna.service")], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
});

test("nginx reuses connections, allows uploads and leaves out no instance; nginx and Caddy close idle connections before the site does", () => {
  const config = read("nginx.conf");
  // A location with a header of its own would inherit none.
  expect(config).toMatch(/^ {4}proxy_http_version 1\.1;\n {4}proxy_set_header Connection "";$/m);
  for (const [location] of config.matchAll(/^ +location [^{]*\{[^}]*\}/gm))
    expect(location).not.toContain("proxy_set_header");
  const most = Number(/client_max_body_size (\d+)m;/.exec(config)?.[1]) * 1024 * 1024;
  expect(most).toBeGreaterThan(10 * 1024 * 1024 + 64 * 1024);
  for (const file of [config, read("Caddyfile")]) {
    const idle = Number(/keepalive(?:_timeout)? (\d+)s/.exec(file)?.[1]) * 1000;
    expect(idle).toBeLessThan(httpLimits.keepAliveMs);
  }
  // Otherwise an answer of 503 to a read, which is tried elsewhere, would count against the instance.
  for (const [server] of config.matchAll(/server [\d.]+:\d+[^\n]*/g)) expect(server).toMatch(/ max_fails=0;$/);
  if (!isThere("nginx") || !isThere("openssl")) return;
  const folder = freshFolder();
  const subject = ["-subj", "/CN=example.com", "-keyout", "site.key", "-out", "site.pem"];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject], {
    cwd: folder,
    stdio: "ignore",
  });
  const site = config.replaceAll("/etc/ssl/", `${folder}/`);
  fs.writeFileSync(
    path.join(folder, "nginx.conf"),
    `pid ${folder}/pid; error_log stderr; events {}\nhttp { access_log off;\n${site}\n}\n`,
  );
  const { status, stderr } = spawnSync("nginx", ["-t", "-p", folder, "-c", path.join(folder, "nginx.conf")], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, expect.stringContaining("test is successful")]);
});

test("while instances of two builds run, a page's scripts are asked of an instance that has them", () => {
  const [, addresses = "", asked = ""] = /location ~ (\S+) \{([^}]+)\}/.exec(read("nginx.conf")) ?? [];
  const isCovered = (address: string) => new RegExp(addresses).test(address);
  expect(["/assets/a-1.js", "/admin/assets/a-1.css", "/admin", "/uploads/a.webp"].map(isCovered)).toEqual([
    ...[true, true, false, false],
  ]);
  expect(asked).toContain("proxy_next_upstream error timeout http_404 http_503;");
  // Each instance is asked.
  expect(asked).not.toContain("proxy_next_upstream_tries");
  expect(read("Caddyfile")).toContain("\n\t\tlb_policy ip_hash\n");
});

test("Caddy sends nobody to an instance that is starting, unless it is the only one", () => {
  const [, single = "-"] = /health_body \{\$HEALTHY:(\w+)\}/.exec(read("Caddyfile")) ?? [];
  const [, ofSeveral = "-"] = /HEALTHY: (\w+)/.exec(read("compose.postgres.yaml")) ?? [];
  const isHealthy = (pattern: string) =>
    ["ok", "starting"].map((status) => new RegExp(pattern).test(JSON.stringify({ status })));
  expect([isHealthy(single), isHealthy(ofSeveral)]).toEqual([
    [true, true],
    [true, false],
  ]);
  expect(read("compose.sqlite.yaml")).not.toContain("HEALTHY");
});

test("www. is led to the site with TLS too, and a password in a compose file may hold any sign", () => {
  const servers = read("nginx.conf")
    .split(/^server \{/m)
    .filter((each) => /server_name [^;]*www\.example\.com/.test(each));
  expect(servers.map((each) => /listen (\d+)/.exec(each)?.[1])).toEqual(["80", "443"]);
  for (const each of servers) expect(each).toContain("return 301 https://example.com$request_uri;");
  expect(read("Caddyfile")).toMatch(
    /\{\$WWW_ADDRESS[^\n]+\n\tredir https:\/\/\{\$SITE_ADDRESS:localhost\}\{uri\} permanent/,
  );
  for (const name of ["compose.sqlite.yaml", "compose.postgres.yaml"]) {
    expect(read(name)).not.toMatch(/:\/\/\S*PASSWORD/);
    expect(read(name)).toContain("WWW_ADDRESS:");
  }
});

test("containers get every setting from an optional file that is neither in the repository nor in an image", () => {
  for (const name of ["compose.sqlite.yaml", "compose.postgres.yaml"])
    expect(read(name)).toMatch(/\n( +)env_file:\n\1 {2}- path: \.env\n\1 {4}required: false\n/);
  for (const ignored of [read("Dockerfile.dockerignore"), read("../.gitignore")])
    expect(ignored.split("\n")).toContain("deploy/.env");
});

test("containers run as a non-root user with a read-only root file system and time for shutdown", () => {
  expect(read("Dockerfile")).toMatch(/\nUSER node\n/);
  for (const name of ["compose.sqlite.yaml", "compose.postgres.yaml"]) {
    const file = read(name);
    for (const line of [
      "read_only: true",
      "cap_drop: [ALL]",
      "no-new-privileges:true",
      "stop_grace_period: 20s",
      'TRUST_PROXY: "1"',
    ])
      expect(file).toContain(line);
  }
});
