// Follows the going-live page with a durable PostgreSQL and a chain that has the router.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, inject, onTestFinished, test } from "vitest";
import { chainEntry } from "../../src/local/chain/local-chain.ts";
import { startPostgres } from "../../src/local/postgres/postgres.ts";
import { migrate } from "../../src/store/migrate.ts";
import { temporaryDir, turnpikeProcess } from "../cli/turnpike.ts";
import { copyCluster } from "../harness/database/cluster.ts";
import { freshDatabase } from "../harness/database/postgres.ts";
import { testClient } from "../harness/server/server.ts";
import { query } from "../local/query.ts";
import { followPage } from "./follow.ts";
import { readPage } from "./pages.ts";
import { makePlace } from "./place.ts";

test("docs/going-live.md", { timeout: 180_000 }, async () => {
  const { rpcUrl, deployment } = inject("sharedChain");
  const dir = await temporaryDir();
  copyCluster(join(dir, "postgres"));
  const postgres = await startPostgres({ dir: join(dir, "postgres"), log: () => {} });
  onTestFinished(() => postgres.stop());
  const etc = join(dir, "etc");
  const place = await makePlace({
    "postgres://turnpike:secret@127.0.0.1:5432/turnpike": postgres.databaseUrl,
    "https://first.example": rpcUrl,
    "/etc/turnpike": etc,
  });
  onTestFinished(() => place.remove());
  // The reader supplies funded relayers, and a chains file with the chain's own values.
  await mkdir(etc);
  const relayer = generatePrivateKey();
  await testClient(rpcUrl).setBalance({ address: privateKeyToAccount(relayer).address, value: parseEther("1") });
  await writeFile(join(etc, "relayer.keys"), relayer);
  await writeFile(join(etc, "chains.json"), JSON.stringify([chainEntry(rpcUrl, deployment)]));
  await followPage(readPage("docs/going-live.md"), {
    ...place,
    env: { ...place.env, NODE_PATH: join(place.dir, "node_modules") },
  });
});

test("an older version does not start on a newer schema, as the page says", async () => {
  const { databaseUrl, drop } = await freshDatabase();
  onTestFinished(drop);
  await migrate(databaseUrl);
  await query(
    databaseUrl,
    "insert into kysely_migration (name, timestamp) values ('9999_of_a_newer_version', '2999-01-01')",
  );
  const answer = await turnpikeProcess(["migrate"], {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: "0123456789abcdef".repeat(4),
  });
  expect(answer).toMatchObject({ code: 1, stderr: expect.stringContaining("9999_of_a_newer_version") });
});
