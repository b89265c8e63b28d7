// docs/point-in-time.md as an operator follows it: PostgreSQL archives to pgBackRest, and is restored to a moment.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "../../src/store/migrate.ts";
import { chainsFileOf, json } from "../cli/turnpike.ts";
import { readPage } from "../docs/pages.ts";
import { makePlace } from "../docs/place.ts";
import { openSession } from "../docs/session.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { entryOf } from "../harness/server/process.ts";
import { startServer } from "../harness/server/server.ts";
import { startDebianPostgres } from "./debian-postgres.ts";

const page = () => readPage("docs/point-in-time.md").blocks;

/** The page's configuration, for a PostgreSQL in a folder of the test. */
async function onTestsPostgres(dir: string, port: number): Promise<Readonly<Record<"config" | "parameters", string>>> {
  const [configuration = "", parameters = ""] = page()
    .filter(({ info }) => info === "ini postgresql")
    .map(({ text }) => text);
  const config = join(dir, "pgbackrest.conf");
  const own = configuration
    .replace(
      /^pg1-path=.*$/m,
      `pg1-path=${join(dir, "data")}\npg1-port=${port}\npg1-socket-path=${dir}\npg1-user=postgres`,
    )
    .replace(/^repo1-path=.*$/m, `repo1-path=${join(dir, "repo")}`);
  await writeFile(config, `${own}\nlock-path=${dir}/lock\nlog-path=${dir}\nspool-path=${dir}/spool\n`);
  return { config, parameters };
}

test("the commands of docs/point-in-time.md bring back the last change before the moment, and no later one", async () => {
  const postgres = await startDebianPostgres();
  onTestFinished(() => postgres.stop());
  const { config, parameters } = await onTestsPostgres(postgres.dir, postgres.port);
  await postgres.stopServer();
  await postgres.startServer(parameters, { PGBACKREST_CONFIG: config });
  await migrate(postgres.databaseUrl);

  const place = await makePlace();
  onTestFinished(() => place.remove());
  const server = await startServer({
    database: { databaseUrl: postgres.databaseUrl, drop: async () => {} },
    bendsBooks: "the database is restored to an earlier moment",
  });
  const [back, restore, ...none] = page().filter(({ info }) => info === "sh operator");
  expect(none).toEqual([]);
  const session = await openSession(place.dir, {
    ...place.env,
    PGBACKREST_CONFIG: config,
    PATH: `${postgres.path}:${place.env.PATH}`,
  });
  const run = async (script: string) => expect(await session.run(script)).toMatchObject({ code: 0 });
  const pay = async () => {
    const signed = await signPayment(server, await createPayment(server), await server.newBuyer());
    await confirm(server, signed);
    expect(await untilFinal(server, signed.paymentId)).toMatchObject({ status: "succeeded" });
    return signed.paymentId;
  };

  await run(back?.text ?? "");
  const afterBackup = await pay();
  const [moment] = await server.sql<{ at: string }>("select clock_timestamp()::text as at");
  const afterMoment = await pay();
  const keys = await server.store.keys.list(server.partnerId);
  const wallet = keys.find(({ role }) => role === "wallet")?.id ?? "";
  const settings = {
    ...server.installation.environment,
    CHAINS_FILE: await chainsFileOf(...server.installation.chains.map(entryOf)),
  };
  await json(["key", "revoke", wallet], settings);
  await run('sudo -u postgres psql --command "select pg_switch_wal()"');
  await server.stop();

  await postgres.stopServer();
  await run(restore?.text.replace(/--target="[^"]*"/, `--target="${moment?.at}"`) ?? "");
  await postgres.startServer(parameters, { PGBACKREST_CONFIG: config });
  const shown = async (paymentId: string) =>
    (await json<{ payment: { status: string } }>(["payment", "show", paymentId], settings)).payment.status;
  expect(await shown(afterBackup)).toBe("succeeded");
  await expect(shown(afterMoment)).rejects.toThrow();
  const rebuilt = await json<{ chains: readonly { unknown: readonly object[] }[] }>(["rebuild"], settings);
  expect(rebuilt.chains.flatMap(({ unknown }) => unknown)).toMatchObject([{ evidence: "fee_receiver" }]);
  const restored = await json<{ toCheck: readonly object[] }>(["restored"], settings);
  expect(restored.toCheck).toContainEqual(expect.objectContaining({ kind: "key", id: wallet }));
  await session.end();
});
