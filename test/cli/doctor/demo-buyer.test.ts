// The doctor's check of demo buyers.
import { parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, inject, test } from "vitest";
import { createEvmChain } from "../../../src/chains/evm/chain.ts";
import { parseChains } from "../../../src/chains/evm/config/config.ts";
import { checkDemoBuyer } from "../../../src/cli/doctor/demo-buyer.ts";
import { chainEntry } from "../../../src/local/chain/local-chain.ts";
import { setBalance, testClient } from "../../harness/server/server.ts";

test("without coins and tokens, until it has some", async () => {
  const { rpcUrl, deployment } = inject("sharedChain");
  const parsed = parseChains([chainEntry(rpcUrl, deployment)]);
  const [config] = "chains" in parsed ? parsed.chains : [];
  if (!config) throw new Error("the chain's entry is refused");
  const key = generatePrivateKey();
  const { address } = privateKeyToAccount(key);
  const examine = async () => {
    const evm = createEvmChain(config, [], undefined, undefined, undefined, undefined, [key]);
    await evm.check();
    return checkDemoBuyer(evm);
  };
  const [poor] = await examine();
  expect([poor?.part, poor?.state]).toEqual([config.caip2, "warning"]);
  expect(poor?.message).toMatch(
    /^the demo buyer 0x\w{40}: it has 0 left, and a payment's gas costs up to 0\.\d+: send/,
  );
  expect(poor?.message).toContain("it holds 0 USDC, so it pays nothing with it: send it test tokens");
  const client = testClient(rpcUrl);
  await client.setBalance({ address, value: parseEther("1") });
  for (const contract of [deployment.usdc, deployment.eurc]) await setBalance(client, contract, address, 1_000_000n);
  const rich = { part: config.caip2, state: "ok", message: `the demo buyer ${address} can pay test payments` };
  expect(await examine()).toEqual([rich]);
});
