import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Address, parseEther, zeroAddress } from "viem";
import { expect, inject, test } from "vitest";
import { chainEntry } from "../../../src/local/chain/local-chain.ts";
import { testClient } from "../../harness/server/server.ts";
import { chainsFileOf, json, temporaryDir, turnpike } from "../turnpike.ts";

test("relayer create adds keys to a file and prints addresses only; relayer list shows what each holds and needs", async () => {
  const file = join(await temporaryDir(), "relayer.keys");
  const created: Address[] = [];
  for (let count = 0; count < 2; count++) {
    const shown = await json<{ address: Address }>(["relayer", "create", "--file", file], {});
    created.push(shown.address);
    expect(JSON.stringify(shown)).not.toMatch(/0x[0-9a-f]{64}/);
  }
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const [rich = zeroAddress, poor] = created;
  const { rpcUrl, deployment } = inject("sharedChain");
  const entry = chainEntry(rpcUrl, deployment);
  await testClient(rpcUrl).setBalance({ address: rich, value: parseEther("1") });
  const installation = { CHAINS_FILE: await chainsFileOf(entry), RELAYER_KEYS_FILE: file };
  const batchCost = expect.stringMatching(/^0\.\d+$/);
  expect(await json(["relayer", "list"], installation)).toEqual([
    { chain: entry.caip2, relayer: rich, funds: { balance: "1", batchCost, state: "ok" }, signer: null },
    { chain: entry.caip2, relayer: poor, funds: { balance: "0", batchCost, state: "empty" }, signer: null },
  ]);
  const { stdout } = await turnpike(["relayer", "list"], installation);
  expect(stdout).toMatch(new RegExp(`^chain +relayer .*\n${entry.caip2}  ${rich}  ok +1 +0\\.`));
  // anvil signs for its own accounts, and for no others.
  const ANVIL = "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720";
  const remote = { ...installation, RELAYER_KEYS_FILE: "", RELAYER_SIGNERS: `${ANVIL}=${rpcUrl},${rich}=${rpcUrl}` };
  expect(await json(["relayer", "list"], remote)).toMatchObject([
    { relayer: ANVIL, signer: { problem: null } },
    { relayer: rich, signer: { problem: "its signer has no key of this account" } },
  ]);
  await writeFile(file, "0x12");
  expect(await turnpike(["relayer", "create", "--file", file], {})).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("must hold private keys"),
  });
  expect(await turnpike(["relayer", "list"], {})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("RELAYER_KEYS"),
  });
});
