// Follows the steps by hand, and then the page about going live, with a durable PostgreSQL and a chain that has the
// router.
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
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
import { type Block, type Page, readPage } from "./pages.ts";
import { makePlace } from "./place.ts";

/** In place of the services that systemd starts. */
const SERVE = `
export NODE_ENV=production PUBLIC_URL=https://pay.example TRUSTED_PROXIES=127.0.0.1 FEE_PERCENTAGE=0.4
turnpike serve
`;

/** What the reader does on a machine with systemd, in a shell of the test. */
function standIn(block: Block): Block {
  if (block.text.includes("systemctl enable --now turnpike-api@")) return { ...block, info: "sh stays", text: SERVE };
  if (block.info !== "ini settings" || !block.text.startsWith("SCREENING=")) return block;
  return { ...block, info: "sh", text: `export ${block.text}` };
}

/** The blocks of the section, run without systemd. */
const rotationOf = ({ blocks, text: page }: Page): readonly Block[] => {
  const [, section = ""] = /\n## Rotate a key\n(.*?)\n## /s.exec(page) ?? [];
  const own = blocks.filter((block) => section.includes(`\`\`\`${block.info}\n${block.text}\`\`\``));
  const text = "systemctl() { :; }\nchmod 0640 /etc/turnpike/*\n";
  const before: Block = { place: "the services' user reads the files", info: "sh", text };
  return [before, ...own.map((block) => (block.info === "sh operator" ? { ...block, info: "sh" } : block))];
};

test("docs/deploying.md, then docs/going-live.md and the rotation of keys", { timeout: 240_000 }, async () => {
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
  const [deploying, goingLive] = [readPage("docs/deploying.md"), readPage("docs/going-live.md")];
  const rotation = rotationOf(readPage("docs/day-two.md"));
  expect(rotation).toHaveLength(4);
  const page: Page = { ...goingLive, blocks: [...deploying.blocks, ...goingLive.blocks].map(standIn).concat(rotation) };
  await followPage(page, { ...place, env: { ...place.env, NODE_PATH: join(place.dir, "node_modules") } });
  expect(await readFile(join(etc, "secret.key"), "utf8")).toMatch(/^[0-9a-f]{64},[0-9a-f]{64}\n$/);
  expect(await readFile(join(etc, "buyer-data.keys"), "utf8")).toMatch(/^2:[0-9a-f]{64}\n$/);
  for (const file of ["secret.key", "buyer-data.keys"]) {
    expect(((await stat(join(etc, file))).mode & 0o777).toString(8), file).toBe("640");
  }
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
