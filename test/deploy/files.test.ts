// Checks the deployment files against the program: images, settings, commands and time limits. Checks that need another
// program, such as nginx, are in test/operator.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { BODY_BYTES_MAX } from "../../src/http/settings.ts";
import { POLL_MS_MAX } from "../../src/operations/payments/await-status.ts";
import { readConfig } from "../../src/settings/config.ts";
import { SETTINGS } from "../../src/settings/settings.ts";
import { callFaults } from "../docs/checked.ts";
import { ROOT, readPages } from "../docs/pages.ts";
import { readDockerfile, stagesOf } from "./dockerfile.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** A setting's name, or one that names a file with its value. */
const isSetting = (name: string): boolean => name in SETTINGS || FROM_FILE.includes(name.replace(/_FILE$/, ""));
const FROM_FILE = ["DATABASE_URL", "SECRET_KEY", "BUYER_DATA_KEYS", "RECEIPT_KEYS", "RELAYER_KEYS"];

/** An image without a registry host, at a version tag. */
const isPinned = (image: string): boolean => /^[a-z]+:[a-z0-9.-]+$/.test(image) && !image.endsWith(":latest");

describe("Dockerfile", () => {
  const stages = stagesOf(readDockerfile());
  const last = stages.at(-1)?.steps ?? [];
  const argsOf = (keyword: string) => last.filter((step) => step.keyword === keyword).map(({ args }) => args);

  test("passes the linter", () => {
    expect(validate(readDockerfile())).toEqual([]);
  });

  test("uses pinned images and copies only files that exist in the build context", () => {
    for (const { image } of stages) expect(image).toSatisfy(isPinned);
    const sent = read(".dockerignore")
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1));
    for (const { keyword, args } of stages[0]?.steps ?? []) {
      if (keyword !== "COPY") continue;
      for (const source of args.split(" ").slice(0, -1)) {
        expect(existsSync(join(ROOT, source)), source).toBe(true);
        expect(
          sent.some((name) => new RegExp(`^${name.replace("*", ".*")}$`).test(source)),
          source,
        ).toBe(true);
      }
    }
  });

  test("a release refuses a base image without a digest", () => {
    const check =
      stages[0]?.steps.find(({ keyword, args }) => keyword === "RUN" && args.includes("RELEASE"))?.args ?? "";
    const passes = (env: Readonly<Record<string, string>>): boolean =>
      spawnSync("sh", ["-c", check], { env: { PATH: process.env.PATH, ...env } }).status === 0;
    expect(passes({ NODE_IMAGE: "node:24-bookworm-slim" })).toBe(true);
    expect(passes({ NODE_IMAGE: "node:24-bookworm-slim", RELEASE: "1" })).toBe(false);
    expect(passes({ NODE_IMAGE: `node:24-bookworm-slim@sha256:${"0".repeat(64)}`, RELEASE: "1" })).toBe(true);
  });

  test("sends only the listed files to the build: no key, no database", () => {
    expect(
      read(".dockerignore")
        .split("\n")
        .filter((line) => line && !line.startsWith("#"))[0],
    ).toBe("*");
  });

  test("runs as an unprivileged user, stops on SIGTERM and has a health check", () => {
    expect(argsOf("USER")).toEqual(["node"]);
    expect(argsOf("STOPSIGNAL")).toEqual(["SIGTERM"]);
    expect(argsOf("HEALTHCHECK")[0]).toContain("/healthz");
    expect(argsOf("ENTRYPOINT").map((args) => JSON.parse(args))).toEqual([["node", "dist/cli/main.js"]]);
    expect(callFaults(JSON.parse(argsOf("CMD")[0] ?? "[]"))).toEqual([]);
  });

  test("sets only known settings", () => {
    const set = argsOf("ENV").flatMap((args) => args.split(" ").map((pair) => pair.split("=") as [string, string]));
    expect(set.map(([name]) => name).filter((name) => !isSetting(name))).toEqual([]);
    expect(readConfig({}, Object.fromEntries(set))).toMatchObject({ host: "0.0.0.0", port: 4020, isProduction: true });
  });
});

describe("compose.yaml", () => {
  interface Service {
    readonly image: string;
    readonly build: object;
    readonly command?: readonly string[];
    readonly environment: Readonly<Record<string, string>>;
    readonly secrets: readonly string[];
    readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
    readonly stop_grace_period?: string;
  }
  const { services, secrets } = parse(read("compose.yaml"), { merge: true }) as {
    services: Readonly<Record<string, Service>>;
    secrets: Readonly<Record<string, { readonly file: string }>>;
  };
  const own = Object.entries(services).filter(([name]) => name !== "postgres");

  test("has a database, migrations, an API and a worker", () => {
    expect(Object.keys(services)).toEqual(["postgres", "migrate", "api", "worker"]);
  });

  test("takes both images from the operator's settings, and otherwise pinned ones", () => {
    const [, postgres = ""] = /^\$\{POSTGRES_IMAGE:-(.*)\}$/.exec(services.postgres?.image ?? "") ?? [];
    expect(postgres).toSatisfy(isPinned);
    const node = stagesOf(readDockerfile())[0]?.image;
    const args = { NODE_IMAGE: `\${NODE_IMAGE:-${node}}`, RELEASE: `\${RELEASE:-}` };
    for (const [, { build }] of own) expect(build).toEqual({ context: ".", args });
  });

  test.each(own)("%s: uses a known command, known settings and secrets passed to it", (_, service) => {
    expect(callFaults(service.command ?? [])).toEqual([]);
    expect(Object.keys(service.environment).filter((name) => !isSetting(name))).toEqual([]);
    for (const [name, value] of Object.entries(service.environment)) {
      if (name in SETTINGS) continue;
      expect(
        service.secrets.map((secret) => `/run/secrets/${secret}`),
        name,
      ).toContain(value);
    }
    for (const secret of service.secrets) expect(secrets).toHaveProperty(secret);
    expect(service.stop_grace_period).toBe("30s");
  });

  test("only the API gets the secret key", () => {
    expect(own.filter(([, { secrets }]) => secrets.includes("secret_key")).map(([name]) => name)).toEqual(["api"]);
  });

  test("only the worker gets the relayers' keys", () => {
    const given = own.filter(([, { secrets, environment }]) =>
      [...secrets, ...Object.keys(environment)].some((name) => /relayer/i.test(name)),
    );
    expect(given.map(([name]) => name)).toEqual(["worker"]);
  });

  test("each service has a health check", () => {
    expect(services.worker?.healthcheck?.test?.at(-1)).toContain("/readyz");
    expect(services.migrate?.healthcheck).toEqual({ disable: true });
    expect(services.postgres?.healthcheck?.test).toContain("pg_isready");
  });
});

describe("docs/deploying.md", () => {
  const page = read("docs/deploying.md");
  const started = page.indexOf("systemctl enable --now");

  test("starts the services after the database and the keys are made, and after their settings", () => {
    expect(started).toBeGreaterThan(0);
    const before = page.slice(0, started);
    expect(before).toContain("createdb --owner=turnpike turnpike");
    for (const file of ["turnpike.env", "api.env", "worker.env"]) expect(before, file).toContain(`\`${file}\``);
    expect(before).toMatch(/^chgrp turnpike \/etc\/turnpike\/\*$/m);
  });

  test("takes the secrets from the files that it makes", () => {
    const before = page.slice(0, started);
    const files = [...before.matchAll(/^[A-Z_]+_FILE=\/etc\/turnpike\/([a-z-]+\.(?:keys?|url))$/gm)];
    expect(files).toHaveLength(5);
    for (const [, file = ""] of files) expect(before).toMatch(new RegExp(`(> |--file /etc/turnpike/)${file}$`, "m"));
  });
});

test("the pages restart one process after the other, and stop at the first that does not start", () => {
  const scripts = readPages().flatMap(({ blocks }) => blocks.map(({ place, text }) => ({ place, text })));
  const several = scripts.filter(({ text }) => text.split("systemctl restart").length > 2);
  expect(several.length).toBeGreaterThan(0);
  for (const { place, text } of several) {
    const restarts = text.split("\n").filter((line) => line.includes("systemctl restart"));
    expect(
      restarts.slice(0, -1).filter((line) => !line.endsWith("&&")),
      place,
    ).toEqual([]);
  }
});

/** A stranger could decide with these what is traced. */
const TRACE_HEADERS = ["traceparent", "tracestate"];

describe("the proxies allow requests as long as the server does and forward the client's address", () => {
  test("nginx", () => {
    const conf = read("deploy/nginx.conf");
    const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(conf) ?? [];
    expect(Number(seconds) * 1_000).toBeGreaterThan(POLL_MS_MAX);
    expect(conf).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
    for (const header of TRACE_HEADERS) expect(conf).toContain(`proxy_set_header ${header} "";`);
    const [, kilobytes] = /client_max_body_size (\d+)k;/.exec(conf) ?? [];
    expect(Number(kilobytes) * 1_024).toBe(BODY_BYTES_MAX);
    const [, zone, atOnce] = /limit_conn (\w+) (\d+);/.exec(conf) ?? [];
    expect(conf).toContain(`limit_conn_zone $client_network zone=${zone}:`);
    expect(Number(atOnce)).toBeGreaterThan(Number(SETTINGS.HELD_REQUESTS_PER_ADDRESS.fallback));
  });

  test("Caddy", () => {
    const file = read("deploy/Caddyfile");
    const [, seconds] = /response_header_timeout (\d+)s/.exec(file) ?? [];
    expect(Number(seconds) * 1_000).toBeGreaterThan(POLL_MS_MAX);
    for (const header of TRACE_HEADERS) expect(file).toContain(`header_up -${header}\n`);
    expect(file.match(/\{/g)?.length).toBe(file.match(/\}/g)?.length);
  });
});
