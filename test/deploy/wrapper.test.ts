// deploy/turnpike, the command of a server, run as root's: with a systemd-run that records what it would start.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { readEnvFiles } from "../../src/settings/env-file.ts";
import { SETTINGS, SETTINGS_BY_CHAIN } from "../../src/settings/settings.ts";
import { ROOT, readPage } from "../docs/pages.ts";

const LIVE = "postgres://turnpike:secret@127.0.0.1:5432/turnpike";
const COPY = "postgres://turnpike:secret@127.0.0.1:5432/turnpike_restored";

const FILES = {
  "turnpike.env":
    "DATABASE_URL_FILE=/etc/turnpike/database.url\nCHAINS_FILE=/etc/turnpike/chains.json\nFEE_PERCENTAGE=0.4\n",
  "api.env": `SECRET_KEY_FILE=/etc/turnpike/secret.key\nDATABASE_READ_URL=${LIVE}\n`,
  "worker.env": `RELAYER_KEYS_FILE=/etc/turnpike/relayer.keys\nDATABASE_DIRECT_URL=${LIVE}\n`,
};

/** Each records its call: systemd-run with the files of settings that it was given, as they were then. */
const STUBS = {
  id: "echo 0",
  sudo: "",
  pg_dump: "",
  pg_restore: 'if [ "$1" = --list ]; then echo "TABLE DATA"; fi',
  "systemd-run": `
call=$(mktemp -d "$DIR/calls/$(ls "$DIR/calls" | wc -l).XXXXXX")
printf '%s\\0' "$@" > "$call/words"
number=0
for word; do
  case $word in
    --property=EnvironmentFile=*)
      file=\${word#--property=EnvironmentFile=}
      number=$((number + 1))
      cp "\${file#-}" "$call/$number.env"
      stat --format=%a "\${file#-}" > "$call/$number.mode"
      ;;
  esac
done
if [ "\${READS:-}" ]; then cat > "$DIR/input"; fi
# Until \`systemctl stop\` ends the unit. systemd 252 handles no signal here.
if [ "\${LASTS:-}" ]; then touch "$DIR/lasts" && while [ ! -e "$DIR/stopped" ]; do sleep 0.02; done; fi
exit "\${CODE:-0}"`,
  systemctl: `echo "$*" >> "$DIR/stopped"`,
  // What runs without systemd sees the shell's settings only.
  program: `mkdir -p "$DIR/direct" && printf '%s\\n' "$@" > "$DIR/direct/words"`,
};

interface Started {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly modes: readonly string[];
}

interface Ran {
  readonly code: number | null;
  readonly stderr: string;
  readonly started: readonly Started[];
  /** The command that ran as it is, with the shell's settings only. */
  readonly direct: readonly string[] | null;
  /** Files of settings that it left. */
  readonly left: readonly string[];
}

type Environment = Readonly<Record<string, string>>;

interface Server {
  (script: string, env?: Environment): Ran;
  readonly dir: string;
  /** Starts the wrapper. */
  start(words: readonly string[], env: Environment): ChildProcess;
}

function makeServer(): Server {
  const dir = mkdtempSync(join(tmpdir(), "turnpike-test-wrapper-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const name of ["bin", "etc", "run", "calls"]) mkdirSync(join(dir, name));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(dir, "etc", name), text);
  const put = (path: string, text: string) => {
    writeFileSync(path, text);
    chmodSync(path, 0o755);
  };
  for (const [name, script] of Object.entries(STUBS)) put(join(dir, "bin", name), `#!/bin/sh\n${script}\n`);
  const wrapper = readFileSync(join(ROOT, "deploy/turnpike"), "utf8")
    .replace(/^program=.*$/m, `program=${dir}/bin/program`)
    .replace(/^etc=.*$/m, `etc=${dir}/etc`)
    .replace(/^run=.*$/m, `run=${dir}/run`);
  put(join(dir, "bin/turnpike"), wrapper);
  const own = { PATH: `${dir}/bin:${process.env.PATH}`, DIR: dir };
  const run = (script: string, env: Environment = {}): Ran => {
    const options = { cwd: dir, encoding: "utf8", env: { ...own, ...env } } as const;
    const { status, stderr } = spawnSync("sh", ["-c", script], options);
    const calls = readdirSync(join(dir, "calls")).sort(
      (one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10),
    );
    const direct = join(dir, "direct/words");
    return {
      code: status,
      stderr,
      started: calls.map((call) => startedBy(join(dir, "calls", call))),
      direct: existsSync(direct) ? readFileSync(direct, "utf8").trim().split("\n") : null,
      left: readdirSync(join(dir, "run")),
    };
  };
  const start: Server["start"] = (words, env) =>
    spawn(join(dir, "bin/turnpike"), words, { stdio: ["pipe", "ignore", "ignore"], env: { ...own, ...env } });
  return Object.assign(run, { dir, start });
}

function startedBy(folder: string): Started {
  // systemd makes one $ of two: systemd.service(5), "Command lines".
  const words = readFileSync(join(folder, "words"), "utf8").split("\0").slice(0, -1).map(expanded);
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".env"))
    .sort();
  const { environment, problems } = readEnvFiles(files.map((name) => join(folder, name)));
  expect(problems).toEqual([]);
  const modes = files.map((name) => readFileSync(join(folder, name.replace(".env", ".mode")), "utf8").trim());
  return { words, environment, modes };
}

/** As systemd does it to each word: a variable that is not set leaves nothing. */
function expanded(word: string): string {
  if (/^\$[^{$]/.test(word)) return "";
  return word.replaceAll(/\$\$|\$\{[^}]*\}/g, (found) => (found === "$$" ? "$" : ""));
}

const DATABASES = ["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_READ_URL"].flatMap((name) => [
  name,
  `${name}_FILE`,
]);

/** The databases that a command may use, and where it may read their URLs. */
const databasesOf = ({ environment }: Started): readonly string[] =>
  DATABASES.flatMap((name) => (environment[name] ? [environment[name]] : []));

test("a command runs with the settings of the files, as the services' user", () => {
  const { code, stderr, started } = makeServer()("turnpike doctor --json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(started).toHaveLength(1);
  const [{ words, environment } = { words: [], environment: {} }] = started;
  expect(words).toEqual(expect.arrayContaining(["--uid=turnpike", "--gid=turnpike", "--setenv=NODE_ENV=production"]));
  expect(words.slice(-2)).toEqual(["doctor", "--json"]);
  expect(environment).toMatchObject({ FEE_PERCENTAGE: "0.4", RELAYER_KEYS_FILE: "/etc/turnpike/relayer.keys" });
});

test("docs/backup.md: each turnpike command on the copy uses the copy only", () => {
  const scripts = readPage("docs/backup.md").blocks.filter(({ info }) => info === "sh operator");
  const onCopy = scripts.map(({ text }) => text).join("\n");
  const { code, stderr, started, direct } = makeServer()(`set -e\n${onCopy}`, { DATABASE_URL: LIVE });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(direct).toBeNull();
  expect(started.map(({ words }) => words.at(-1))).toEqual([
    "migrate",
    "reconcile",
    "rebuild",
    "restored",
    "reconcile",
  ]);
  for (const each of started) {
    expect(databasesOf(each)).toEqual([COPY]);
    expect(each.environment.CHAINS_FILE).toBe("/etc/turnpike/chains.json");
  }
});

test.each(DATABASES)("with %s of the shell, no database of the files is left", (name) => {
  const { started, stderr } = makeServer()("turnpike reconcile", { [name]: "other" });
  expect(started.map(databasesOf)).toEqual([["other"]]);
  expect(stderr).toContain(name);
});

test("the shell's settings override the files, and stand neither on a command line nor in a file that stays", () => {
  const odd = `a "b" \\ $HOME \`c\` 'd' #e\nf`;
  const { started, stderr, left } = makeServer()("turnpike doctor", {
    SCREENING: "list:/etc/turnpike/refused.txt",
    SECRET_KEY: odd,
    RPC_URL_8453_FILE: "/root/url",
    FOREIGN: "value",
  });
  const [{ words, environment, modes } = { words: [], environment: {}, modes: [] }] = started;
  expect(environment).toMatchObject({
    SCREENING: "list:/etc/turnpike/refused.txt",
    SECRET_KEY: odd,
    SECRET_KEY_FILE: "",
    RPC_URL_8453: "",
    RPC_URL_8453_FILE: "/root/url",
    DATABASE_URL_FILE: "/etc/turnpike/database.url",
    FEE_PERCENTAGE: "0.4",
  });
  expect(environment.FOREIGN).toBeUndefined();
  expect(words.join(" ")).not.toContain("list:/etc");
  expect(modes.at(-1)).toBe("600");
  expect(left).toEqual([]);
  expect(stderr).toMatch(/^turnpike: this shell's settings override those of \S+etc:( \w+)+\n$/);
  for (const name of ["SCREENING", "SECRET_KEY", "RPC_URL_8453_FILE"]) expect(stderr).toContain(` ${name}`);
});

test("the exit code is the command's, also with settings of the shell", () => {
  const server = makeServer();
  expect(server("turnpike doctor", { CODE: "3" }).code).toBe(3);
  expect(server("turnpike doctor", { CODE: "3", LOG_LEVEL: "debug" })).toMatchObject({ code: 3, left: [] });
});

test("it knows every setting", () => {
  const names = [...Object.keys(SETTINGS), ...Object.keys(SETTINGS_BY_CHAIN).map((name) => `${name}_8453`)];
  const { started } = makeServer()("turnpike doctor", Object.fromEntries(names.map((name) => [name, "1"])));
  expect(names.filter((name) => started[0]?.environment[name] !== "1")).toEqual([]);
});

test.each(["upgrade turnpike-2.tar.gz", "rollback"])("%s refuses a shell that names a database", (command) => {
  const refused = makeServer()(`turnpike ${command}`, { DATABASE_URL: COPY });
  expect(refused).toMatchObject({ code: 2, started: [], direct: null });
  expect(refused.stderr).toContain("unset DATABASE_URL");
  expect(makeServer()(`turnpike ${command}`).direct).toEqual(command.split(" "));
});

test("each word of a command reaches it as it was typed", () => {
  const words = ["$5 Shop", "a$$b", "$${HOME}", "'$(id)'", 'say "no"', "", " two\nlines\n\n", "$", "*"];
  const typed = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const { started } = makeServer()(`turnpike partner create --name ${typed}`);
  expect(started[0]?.words.slice(-words.length)).toEqual(words);
});

test.each(["check", "check --role api", "config show --set"])("%s looks at the services' settings", (command) => {
  const { started, direct } = makeServer()(`turnpike ${command}`);
  expect(direct).toBeNull();
  expect(started[0]?.words.slice(-command.split(" ").length)).toEqual(command.split(" "));
  expect(started[0]?.environment).toMatchObject({ FEE_PERCENTAGE: "0.4" });
});

test.each(["check --role api --env-file one.env", "config show --env-file=one.env", "check --help"])(
  "%s runs as it is",
  (command) => expect(makeServer()(`turnpike ${command}`)).toMatchObject({ started: [], direct: command.split(" ") }),
);

test("what is typed reaches a command whose output goes into a file", () => {
  const server = makeServer();
  server("printf secret | turnpike relayer import > out", { READS: "yes" });
  expect(readFileSync(join(server.dir, "input"), "utf8")).toBe("secret");
});

test.each([
  ["HUP", 129],
  ["INT", 130],
  ["TERM", 143],
] as const)("SIG%s ends what it has started", async (signal, code) => {
  for (const env of [{}, { LOG_LEVEL: "debug" }]) {
    const server = makeServer();
    const child = server.start(["drill"], { ...env, LASTS: "yes" });
    await vi.waitUntil(() => existsSync(join(server.dir, "lasts")), { timeout: 10_000 });
    const ended = once(child, "close");
    child.kill(`SIG${signal}`);
    expect(await ended).toEqual([code, null]);
    const { started, left } = server("true");
    const [unit = ""] = started[0]?.words.filter((word) => word.startsWith("--unit=")) ?? [];
    expect(unit).toBe(`--unit=turnpike-run-${child.pid}`);
    expect(readFileSync(join(server.dir, "stopped"), "utf8").trim()).toBe(`stop turnpike-run-${child.pid}.service`);
    expect(left).toEqual([]);
  }
});

test("nothing is stopped that has ended by itself", () => {
  const server = makeServer();
  expect(server("turnpike doctor", { CODE: "3" }).code).toBe(3);
  expect(existsSync(join(server.dir, "stopped"))).toBe(false);
});
