// The files for deployments against what the program is: images, settings, commands and time limits. (What another program
// must judge, such as nginx, is in test/operator.)
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { BODY_BYTES_MAX } from "../../src/http/settings.ts";
import { POLL_MS_MAX } from "../../src/operations/await-status.ts";
import { readConfig, SETTINGS } from "../../src/settings/config.ts";
import { callFaults } from "../docs/checked.ts";
import { ROOT } from "../docs/pages.ts";
import { readDockerfile, stagesOf } from "./dockerfile.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** A name of the settings, or one that names a file with its value. */
const isSetting = (name: string): boolean => name in SETTINGS || FROM_FILE.includes(name.replace(/_FILE$/, ""));
const FROM_FILE = ["DATABASE_URL", "SECRET_KEY", "BUYER_DATA_KEYS", "RELAYER_KEYS"];

/** An image without a registry's host, at a tag that says what it is. */
const isPinned = (image: string): boolean => /^[a-z]+:[a-z0-9.-]+$/.test(image) && !image.endsWith(":latest");

describe("Dockerfile", () => {
  const stages = stagesOf(readDockerfile());
  const last = stages.at(-1)?.steps ?? [];
  const argsOf = (keyword: string) => last.filter((step) => step.keyword === keyword).map(({ args }) => args);

  test("has no fault that a linter finds", () => {
    expect(validate(readDockerfile())).toEqual([]);
  });

  test("begins with pinned images, and copies what there is and what is sent along", () => {
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

  test("sends nothing along but what it names: no key, no database", () => {
    expect(
      read(".dockerignore")
        .split("\n")
        .filter((line) => line && !line.startsWith("#"))[0],
    ).toBe("*");
  });

  test("runs as nobody in particular, is told to stop by SIGTERM, and says whether it is well", () => {
    expect(argsOf("USER")).toEqual(["node"]);
    expect(argsOf("STOPSIGNAL")).toEqual(["SIGTERM"]);
    expect(argsOf("HEALTHCHECK")[0]).toContain("/healthz");
    expect(argsOf("ENTRYPOINT").map((args) => JSON.parse(args))).toEqual([["node", "dist/cli/main.js"]]);
    expect(callFaults(JSON.parse(argsOf("CMD")[0] ?? "[]"))).toEqual([]);
  });

  test("sets settings that there are", () => {
    const set = argsOf("ENV").flatMap((args) => args.split(" ").map((pair) => pair.split("=") as [string, string]));
    expect(set.map(([name]) => name).filter((name) => !isSetting(name))).toEqual([]);
    expect(readConfig({}, Object.fromEntries(set))).toMatchObject({ host: "0.0.0.0", port: 4020, isProduction: true });
  });
});

describe("compose.yaml", () => {
  interface Service {
    readonly image: string;
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
    expect(services.postgres?.image).toSatisfy(isPinned);
  });

  test.each(own)("%s: a command that there is, settings that there are, secrets that it is given", (_, service) => {
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

  test("nobody but the worker is given the relayers' keys", () => {
    const given = own.filter(([, { secrets, environment }]) =>
      [...secrets, ...Object.keys(environment)].some((name) => /relayer/i.test(name)),
    );
    expect(given.map(([name]) => name)).toEqual(["worker"]);
  });

  test("each service says whether it is well", () => {
    expect(callFaults(services.worker?.healthcheck?.test?.slice(3) ?? [])).toEqual([]);
    expect(services.migrate?.healthcheck).toEqual({ disable: true });
    expect(services.postgres?.healthcheck?.test).toContain("pg_isready");
  });
});

describe("deploy/turnpike.service", () => {
  const unit = read("deploy/turnpike.service");
  const valuesOf = (key: string) =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value = ""]) => value);

  test("starts a command that there is, with settings that there are", () => {
    const [start = ""] = valuesOf("ExecStart");
    expect(callFaults(start.split("main.js ")[1]?.split(" ") ?? [])).toEqual([]);
    const names = valuesOf("Environment").flatMap((line) => line.split(" ").map((pair) => pair.split("=")[0] ?? ""));
    expect(names.filter((name) => !isSetting(name))).toEqual([]);
    expect(valuesOf("EnvironmentFile")).toEqual(["/etc/turnpike/turnpike.env"]);
  });

  test("gives it the time to stop in, does not repeat a start with wrong settings, and lets it do little", () => {
    expect(Number(valuesOf("TimeoutStopSec")[0])).toBeGreaterThan(20);
    expect(valuesOf("RestartPreventExitStatus")).toEqual(["2"]);
    for (const [key, value] of HARDENED) expect(valuesOf(key), key).toEqual([value]);
  });
});

const HARDENED = [
  ["User", "turnpike"],
  ["NoNewPrivileges", "yes"],
  ["CapabilityBoundingSet", ""],
  ["ProtectSystem", "strict"],
  ["ProtectHome", "yes"],
  ["PrivateTmp", "yes"],
  ["PrivateDevices", "yes"],
  ["RestrictNamespaces", "yes"],
] as const;

describe("the proxies hold a request for as long as the server does, and say who the caller is", () => {
  test("nginx", () => {
    const conf = read("deploy/nginx.conf");
    const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(conf) ?? [];
    expect(Number(seconds) * 1_000).toBeGreaterThan(POLL_MS_MAX);
    expect(conf).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
    const [, kilobytes] = /client_max_body_size (\d+)k;/.exec(conf) ?? [];
    expect(Number(kilobytes) * 1_024).toBe(BODY_BYTES_MAX);
  });

  test("Caddy", () => {
    const file = read("deploy/Caddyfile");
    const [, seconds] = /response_header_timeout (\d+)s/.exec(file) ?? [];
    expect(Number(seconds) * 1_000).toBeGreaterThan(POLL_MS_MAX);
    expect(file.match(/\{/g)?.length).toBe(file.match(/\}/g)?.length);
  });
});
