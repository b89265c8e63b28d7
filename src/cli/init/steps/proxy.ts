// The reverse proxy: the configuration of deploy/ with the host name and the certificate filled in.
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { areKept, keepFile, keepFiles, orPutBack, readIfThere } from "../files.ts";
import { at, mustRun } from "../machine.ts";
import { forAll } from "../places.ts";
import type { Setup } from "../setup.ts";
import type { Step } from "../step.ts";
import { certificateFiles } from "./certificates.ts";
import { hasRead, startOrReload } from "./units.ts";

/** The name that the files of deploy/ have in place of the operator's. */
const EXAMPLE_HOST = "pay.example";

/** No step without a proxy of this machine. */
export async function proxySteps(setup: Setup): Promise<Step[]> {
  switch (setup.answers.proxy) {
    case "nginx":
      return [await nginxStep(setup)];
    case "caddy":
      return [await caddyStep(setup)];
    case "none":
      return [];
  }
}

const NGINX = "/etc/nginx/nginx.conf";
/** Every open checkout page holds a request, which takes two connections (docs/scaling.md#capacity). */
const CONNECTIONS = 8_192;
const OPEN_FILES = 20_000;
const CONNECTIONS_LINE = /\bworker_connections\s+(\d+);/;

/** Debian's nginx.conf includes its folder outside of all blocks. */
const NGINX_FILES = "/etc/nginx/modules-enabled/90-turnpike.conf";
const NGINX_SITE = "/etc/nginx/conf.d/turnpike.conf";
/** nginx refuses a second one. */
const FILES_LINE = /^\s*worker_rlimit_nofile\s/m;

async function nginxStep(setup: Setup): Promise<Step> {
  const { machine, answers } = setup;
  const site = forAll(NGINX_SITE, await nginxText(setup));
  const openFiles = forAll(NGINX_FILES, `worker_rlimit_nofile ${OPEN_FILES};\n`);
  const own = async () => (await readIfThere(machine, NGINX)) ?? "";
  const hasOpenFiles = async () => FILES_LINE.test(await own());
  const hasConnections = async () => connectionsOf(await own()) >= CONNECTIONS;
  const areFilesKept = async () =>
    (await hasOpenFiles())
      ? (await areKept(machine, [site])) && (await readIfThere(machine, NGINX_FILES)) === null
      : areKept(machine, [site, openFiles]);
  const read = [NGINX, NGINX_SITE, NGINX_FILES];
  return {
    name: "nginx",
    does: [`serves ${answers.publicUrl}`, `raises worker_connections in ${NGINX} to ${CONNECTIONS}`],
    files: (await hasOpenFiles()) ? [site] : [site, openFiles],
    isDone: async () =>
      (await areFilesKept()) && (await hasConnections()) && (await hasRead(machine, "nginx.service", read)),
    async apply() {
      await orPutBack(machine, read, async () => {
        await keepFile(machine, site);
        if (await hasOpenFiles()) await rm(at(machine, NGINX_FILES), { force: true });
        else await keepFile(machine, openFiles);
        if (!(await hasConnections())) {
          const text = (await own()).replace(CONNECTIONS_LINE, `worker_connections ${CONNECTIONS};`);
          await keepFile(machine, forAll(NGINX, text));
        }
        await mustRun(machine, "nginx", ["-t", "-q"]);
      });
      await startOrReload(machine, "nginx.service");
    },
  };
}

const connectionsOf = (text: string): number => Number(CONNECTIONS_LINE.exec(text)?.[1] ?? 0);

async function nginxText(setup: Setup): Promise<string> {
  const { chainFile = "", keyFile = "" } = certificateFiles(setup.answers) ?? {};
  return (await shipped(setup, "nginx.conf"))
    .replaceAll("/etc/ssl/turnpike/fullchain.pem", chainFile)
    .replaceAll("/etc/ssl/turnpike/privkey.pem", keyFile);
}

const CADDY = "/etc/caddy/Caddyfile";
const CADDY_OWN = "turnpike.caddyfile";
const CADDY_LINE = `import ${CADDY_OWN}`;

async function caddyStep(setup: Setup): Promise<Step> {
  const { machine, answers } = setup;
  const files = [forAll(`/etc/caddy/${CADDY_OWN}`, await caddyText(setup))];
  const isIncluded = async () => ((await readIfThere(machine, CADDY)) ?? "").split("\n").includes(CADDY_LINE);
  return {
    name: "Caddy",
    does: [`serves ${answers.publicUrl}`, `adds "${CADDY_LINE}" to ${CADDY}`],
    files,
    isDone: async () =>
      (await areKept(machine, files)) &&
      (await isIncluded()) &&
      (await hasRead(machine, "caddy.service", [CADDY, ...files.map(({ path }) => path)])),
    async apply() {
      await orPutBack(machine, [CADDY, ...files.map(({ path }) => path)], async () => {
        await keepFiles(machine, files);
        if (!(await isIncluded())) {
          const own = (await readIfThere(machine, CADDY)) ?? "";
          await keepFile(machine, forAll(CADDY, `${own.trimEnd()}\n\n${CADDY_LINE}\n`.trimStart()));
        }
        await mustRun(machine, "caddy", ["validate", "--config", CADDY, "--adapter", "caddyfile"]);
      });
      await startOrReload(machine, "caddy.service");
    },
  };
}

async function caddyText(setup: Setup): Promise<string> {
  const { certificate } = setup.answers;
  const text = await shipped(setup, "Caddyfile");
  if (certificate === null) return text;
  const [first, ...words] =
    "acmeEmail" in certificate ? [certificate.acmeEmail] : [certificate.chainFile, certificate.keyFile];
  return text.replace(/^(\S+ \{)$/m, `$1\n\ttls ${[first, ...words].join(" ")}`);
}

const shipped = async ({ machine, release, answers }: Setup, name: string): Promise<string> =>
  (await readFile(at(machine, join(release, "deploy", name)), "utf8")).replaceAll(EXAMPLE_HOST, answers.host);
