// The role and the database on this machine's PostgreSQL, or the URL of another one; and the schema.
import { randomBytes } from "node:crypto";
import { readDatabaseHealth } from "../../../store/database/health.ts";
import { migrate, SchemaNewerError, schemaDifference } from "../../../store/migrate.ts";
import { isKept, keepFile, readIfThere } from "../files.ts";
import { mustRun } from "../machine.ts";
import { DATABASE_FILE, forServices, USER } from "../places.ts";
import { scramVerifier } from "../scram.ts";
import type { Setup } from "../setup.ts";
import type { Step } from "../step.ts";

const PASSWORD_BYTES = 24;

export function databaseStep(setup: Setup): Step {
  const { machine, answers } = setup;
  const given = answers.databaseUrlFile;
  const isThere = async (): Promise<boolean> => {
    const url = await readUrl(setup);
    if (url === null || !(await isKept(machine, forServices(DATABASE_FILE, url)))) return false;
    if (given !== null && (await readGivenUrl(setup)) !== url) return false;
    return (await healthOf(url)) === null;
  };
  return {
    name: "database",
    does:
      given === null
        ? [`makes the role ${USER} with a password at random, and its database ${USER}, on this machine's PostgreSQL`]
        : [`connects to the database of ${given}`],
    files: [forServices(DATABASE_FILE, "")],
    isDone: isThere,
    async apply() {
      const url = given === null ? await makeDatabase(setup) : await readGivenUrl(setup);
      await keepFile(machine, forServices(DATABASE_FILE, url));
      const problem = await healthOf(url);
      if (problem === null) return;
      const place = given === null ? "the database that this step made" : `databaseUrlFile: the database of ${given}`;
      throw new Error(`${place} does not respond (${problem}). Check that PostgreSQL runs and the URL.`);
    },
  };
}

export function schemaStep(setup: Setup): Step {
  const url = async (): Promise<string> => (await readUrl(setup))?.trim() ?? "";
  return {
    name: "schema",
    does: ["brings the database's schema up to date"],
    async isDone() {
      const known = await url();
      if (known === "" || (await healthOf(known)) !== null) return false;
      const { missing, unknown } = await schemaDifference(known);
      if (unknown.length > 0) throw new SchemaNewerError(unknown);
      return missing.length === 0;
    },
    async apply() {
      await migrate(await url());
    },
  };
}

const readUrl = ({ machine }: Setup): Promise<string | null> => readIfThere(machine, DATABASE_FILE);

async function readGivenUrl({ machine, answers }: Setup): Promise<string> {
  const file = answers.databaseUrlFile ?? "";
  const url = (await readIfThere(machine, file))?.trim();
  if (url) return `${url}\n`;
  throw new Error(`databaseUrlFile: ${file} does not exist or is empty: put a postgres:// URL into it.`);
}

/** Null if the database responds; else why it does not. */
const healthOf = (url: string): Promise<string | null> =>
  readDatabaseHealth(url.trim()).then(
    () => null,
    (error: unknown) => (error instanceof AggregateError ? String(error.errors[0]) : (error as Error).message),
  );

/** Sends the server a verifier in place of the password, which would stand in its log. @returns the URL */
async function makeDatabase(setup: Setup): Promise<string> {
  const { machine } = setup;
  await mustRun(machine, "systemctl", ["enable", "--now", "postgresql"]);
  const psql = (input: string) =>
    mustRun(
      machine,
      "runuser",
      [
        "--user",
        "postgres",
        "--",
        "psql",
        "--no-psqlrc",
        "--quiet",
        "--tuples-only",
        "--no-align",
        "--set=ON_ERROR_STOP=1",
      ],
      { input },
    );
  const port = (await psql("show port;")).trim();
  const former = (await readUrl(setup))?.trim();
  const password = (former && new URL(former).password) || randomBytes(PASSWORD_BYTES).toString("hex");
  const exists = `(select from pg_roles where rolname = '${USER}')`;
  await psql(
    [
      `select 'create role ${USER} login' where not exists ${exists} \\gexec`,
      `alter role ${USER} password '${scramVerifier(password)}';`,
      `select 'create database ${USER} owner ${USER}'`,
      `where not exists (select from pg_database where datname = '${USER}') \\gexec`,
    ].join("\n"),
  );
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${USER}\n`;
}
