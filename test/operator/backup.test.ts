// docs/backup.md as an operator follows it: dump while the service runs, restore, compare with the chain.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "../../src/store/migrate.ts";
import { chainsFileOf, json, temporaryDir } from "../cli/turnpike.ts";
import { readPage } from "../docs/pages.ts";
import { makePlace } from "../docs/place.ts";
import { openSession } from "../docs/session.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { entryOf } from "../harness/server/process.ts";
import { startServer } from "../harness/server/server.ts";
import { startDebianPostgres } from "./debian-postgres.ts";

test("the commands of docs/backup.md work on the copy, with an existing payment and DATABASE_DIRECT_URL", async () => {
  const postgres = await startDebianPostgres();
  onTestFinished(() => postgres.stop());
  await migrate(postgres.databaseUrl);
  const etc = await temporaryDir();
  await writeFile(join(etc, "database.url"), `${postgres.databaseUrl}\n`);
  const place = await makePlace({
    "postgres://turnpike:secret@127.0.0.1:5432/turnpike": postgres.databaseUrl,
    "/etc/turnpike": etc,
  });
  onTestFinished(() => place.remove());
  const server = await startServer({
    database: { databaseUrl: postgres.databaseUrl, drop: async () => {} },
  });
  onTestFinished(() => server.stop());
  const paymentId = await createPayment(server);
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  const openAtBackup = await signPayment(server, await createPayment(server), await server.newBuyer());

  const session = await openSession(place.dir, {
    ...place.env,
    ...server.installation.environment,
    // Both lead to the real database, and commands prefer the first one.
    DATABASE_DIRECT_URL: postgres.databaseUrl,
    DATABASE_READ_URL: postgres.databaseUrl,
    PATH: [place.env.PATH?.split(":")[0], postgres.path, place.env.PATH].join(":"),
    CHAINS_FILE: await chainsFileOf(...server.installation.chains.map(entryOf)),
  });
  const [key] = await server.store.keys.list(server.partnerId);
  const scripts = readPage("docs/backup.md").blocks.filter(({ info }) => info === "sh operator");
  const outcomes = [];
  for (const [index, { text }] of scripts.entries()) {
    const outcome = await session.run(place.here(text));
    expect(outcome, text).toMatchObject({ code: 0, stderr: "" });
    outcomes.push(outcome);
    if (index > 0) continue;
    // Paid after the backup: a payment that the backup has as open, and one that it lacks.
    await confirm(server, openAtBackup);
    const later = await signPayment(server, await createPayment(server), await server.newBuyer());
    await confirm(server, later);
    for (const each of [openAtBackup, later]) {
      expect(await untilFinal(server, each.paymentId)).toMatchObject({ status: "succeeded" });
    }
    await json(["key", "revoke", key?.id ?? ""], server.installation.environment);
  }
  const onReal = await session.attempt('DATABASE_URL="$RESTORED_URL" turnpike migrate');
  expect(onReal).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/DATABASE_DIRECT_URL must name .* \(turnpike_restored\), not turnpike:/),
  });
  await session.end();
  const [, compared, rebuilt] = outcomes.map(({ stdout }) => stdout);
  expect(compared).toMatch(
    / 10 paid on chain; in the database 10 credited\n2 payments and 1 transfer: no differences\.\n$/,
  );
  expect(rebuilt).toMatch(
    /1 transfer and 0 deposits of known payments; 1 payment succeeded now, 0 exceptions reported\n/,
  );
  expect(rebuilt).toMatch(/1 transfer of payments that are missing, .*\n.* 10\.00 USDC from 0x\w+ to mrch_/);
  expect(rebuilt).toMatch(new RegExp(`Check each of these:\\n(.*\\n)*?key .*\\n(.*\\n)*?${key?.id} `));
  expect(rebuilt).toMatch(/ 30 paid on chain; in the database 20 credited, 10 of unknown payments\n/);
  expect(rebuilt).toMatch(/2 payments and 2 transfers: no differences\.\n$/);
});
