// A real Medusa shop on its own database, with the provider as its user installs it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort } from "../../src/local/process/free-port.ts";
import { freshDatabase } from "../harness/database/postgres.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** Kept: Medusa is 700 MB. */
const FOLDER = join(ROOT, ".cache/medusa");
const APP = join(import.meta.dirname, "app");
const START_MS_MAX = 180_000;
const PASSWORD = "a password";
const EMAIL = "admin@shop.example";

interface Seed {
  readonly publishableKey: string;
  readonly regionId: string;
  readonly variantId: string;
  readonly provider: string;
}

export interface Medusa extends Seed {
  readonly url: string;
  /** A call of the store's API, or of the admin's. @throws on any other status than 2xx */
  call<Body>(path: string, body?: object, method?: string): Promise<Body>;
  /** Its log so far. */
  printed(): string;
  stop(): Promise<void>;
}

/** The options of the provider, by the names of medusa-config.js, and the port. */
export interface MedusaPlace {
  readonly environment: Readonly<Record<string, string>>;
  readonly port: number;
}

export const medusaPort = freePort;

export async function startMedusa({ environment, port }: MedusaPlace): Promise<Medusa> {
  await install();
  const database = await freshDatabase();
  const url = `http://localhost:${port}`;
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "development",
    MEDUSA_DISABLE_TELEMETRY: "true",
    DATABASE_URL: database.databaseUrl,
    PORT: String(port),
    ...environment,
  };
  await medusa(env, ["db:migrate", "--skip-scripts"]);
  await medusa(env, ["exec", "./seed.js"]);
  await medusa(env, ["user", "-e", EMAIL, "-p", PASSWORD]);
  const seed = JSON.parse(readFileSync(join(FOLDER, "seed.json"), "utf8")) as Seed;
  const { child, printed } = start(env, ["start"]);
  await untilUp(url, child, printed);
  const { token } = await request<{ token: string }>(`${url}/auth/user/emailpass`, {}, "POST", {
    email: EMAIL,
    password: PASSWORD,
  });
  const headers = { "x-publishable-api-key": seed.publishableKey, authorization: `Bearer ${token}` };
  return {
    ...seed,
    url,
    call: (path, body, method = body ? "POST" : "GET") => request(url + path, headers, method, body),
    printed,
    async stop() {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
      await database.drop();
    },
  };
}

/** The shop's packages from the registry, unless they are there; Turnpike's own, always. */
async function install(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const manifest = readFileSync(join(APP, "package.json"), "utf8");
  const installed = join(FOLDER, "installed.json");
  const isInstalled = existsSync(installed) && readFileSync(installed, "utf8") === manifest;
  cpSync(APP, FOLDER, { recursive: true });
  if (!isInstalled) {
    await finished(spawn("npm", ["install", "--no-audit", "--no-fund"], { cwd: FOLDER, stdio: "ignore" }));
    writeFileSync(installed, manifest);
  }
  const modules = join(FOLDER, "node_modules");
  const ours = join(modules, "@turnpike");
  rmSync(ours, { recursive: true, force: true });
  await finished(spawn(process.execPath, [join(ROOT, "scripts/build-libraries.js"), ours], { stdio: "ignore" }));
  cpSync(join(ROOT, "integrations/medusa"), join(ours, "medusa"), { recursive: true });
}

function start(env: NodeJS.ProcessEnv, args: readonly string[]) {
  const command = join(FOLDER, "node_modules/@medusajs/cli/cli.js");
  const child = spawn(process.execPath, [command, ...args], { cwd: FOLDER, env, stdio: "pipe" });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (more: string) => {
      text += more;
    });
  }
  return { child, printed: () => text };
}

async function medusa(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const { child, printed } = start(env, args);
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`medusa ${args.join(" ")} failed:\n${printed()}`);
}

async function finished(child: ChildProcess): Promise<void> {
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`${child.spawnargs.join(" ")} failed`);
}

async function untilUp(url: string, child: ChildProcess, printed: () => string): Promise<void> {
  const untilMs = performance.now() + START_MS_MAX;
  while (performance.now() < untilMs && child.exitCode === null) {
    const response = await fetch(`${url}/health`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`Medusa did not start:\n${printed()}`);
}

async function request<Body>(
  url: string,
  headers: Readonly<Record<string, string>>,
  method: string,
  body?: object,
): Promise<Body> {
  const response = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return JSON.parse(text) as Body;
}
