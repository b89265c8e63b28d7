// docs/backup.md as an operator follows it: dump while the service runs, restore, compare with the chain.
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "../../src/store/migrate.ts";
import { chainsFileOf } from "../cli/turnpike.ts";
import { readPage } from "../docs/pages.ts";
import { makePlace } from "../docs/place.ts";
import { openSession } from "../docs/session.ts";
import { entryOf } from "../harness/process.ts";
import { startServer } from "../harness/server.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/wallet.ts";
import { startDebianPostgres } from "./debian-postgres.ts";

test("the commands of docs/backup.md, with an existing payment", async () => {
  const postgres = await startDebianPostgres();
  onTestFinished(() => postgres.stop());
  await migrate(postgres.databaseUrl);
  const server = await startServer({ database: { databaseUrl: postgres.databaseUrl, drop: async () => {} } });
  onTestFinished(() => server.stop());
  const paymentId = await createPayment(server);
  await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });

  const place = await makePlace();
  onTestFinished(() => place.remove());
  const session = await openSession(place.dir, {
    ...place.env,
    ...server.installation.environment,
    PATH: [place.env.PATH?.split(":")[0], postgres.bin, place.env.PATH].join(":"),
    CHAINS_FILE: await chainsFileOf(...server.installation.chains.map(entryOf)),
  });
  const scripts = readPage("docs/backup.md").blocks.filter(({ info }) => info === "sh operator");
  const outcomes = [];
  for (const { text } of scripts) outcomes.push(await session.run(text));
  await session.end();
  expect(outcomes.map(({ code, stderr }) => ({ code, stderr }))).toEqual(scripts.map(() => ({ code: 0, stderr: "" })));
  expect(outcomes.at(-1)?.stdout).toMatch(
    / 10 paid on chain; in the database 10 credited\n1 payments and 1 transfers: no differences\.\n$/,
  );
});
