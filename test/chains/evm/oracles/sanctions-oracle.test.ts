// An oracle contract on a real node, behind a proxy that can misbehave.
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createEvmChain, type EvmChain } from "../../../../src/chains/evm/chain.ts";
import { ChainUnavailableError } from "../../../../src/chains/evm/nodes/errors.ts";
import { ScreeningSourceError } from "../../../../src/operations/gateway/screen-accounts.ts";
import { startChain } from "../../../harness/chain/chain.ts";
import { type RpcProxy, startRpcProxy } from "../../../harness/chain/rpc-proxy.ts";
import { putSanctionsList, type SanctionsList } from "../../../harness/chain/sanctions-list.ts";
import { testClient } from "../../../harness/server/server.ts";
import { type Fixture, openFixture } from "../fixture.ts";

let fixture: Fixture;
let proxy: RpcProxy;
let list: SanctionsList;
let chain: EvmChain;
beforeAll(async () => {
  fixture = await openFixture();
  proxy = await startRpcProxy(fixture.rpcUrl);
  list = await putSanctionsList(fixture.rpcUrl);
  chain = createEvmChain({ ...fixture.config, rpcUrls: [proxy.url] }, []);
  await chain.check();
});
afterAll(async () => {
  await proxy.close();
  await fixture.close();
});
beforeEach(() => {
  proxy.misbehave(() => null);
  proxy.forget();
});

const newAddress = () => privateKeyToAddress(generatePrivateKey());
const ask = (...accounts: Parameters<ReturnType<EvmChain["sanctionsOracle"]>>[0]) =>
  chain.sanctionsOracle(list.address)(accounts);

test("returns whether each account is sanctioned now", async () => {
  const [one, other] = [newAddress(), newAddress()];
  expect(await ask(one, other)).toEqual([false, false]);
  await list.set(other, true);
  expect(await ask(one, other, one)).toEqual([false, true, false]);
  await list.set(other, false);
  expect(await ask(one, other)).toEqual([false, false]);
});

test("is called once for a hundred accounts", async () => {
  const accounts = Array.from({ length: 100 }, newAddress);
  await list.set(accounts[42] ?? list.address, true);
  await ask(newAddress()); // the first call also reads the chain id
  proxy.forget();
  expect((await ask(...accounts)).indexOf(true)).toBe(42);
  expect(proxy.methods()).toEqual(["eth_call"]);
});

describe("throws", () => {
  test("if there is no contract", async () => {
    const answer = chain.sanctionsOracle(newAddress())([newAddress()]);
    await expect(answer).rejects.toThrow(ScreeningSourceError);
    await expect(answer).rejects.toThrow("does not implement isSanctioned(address)");
  });

  test("if it is another contract", async () => {
    await expect(chain.sanctionsOracle(fixture.deployment.usdc)([newAddress()])).rejects.toThrow(ScreeningSourceError);
  });

  test("if the contract reverts", async () => {
    await list.setSilent(true);
    await expect(ask(newAddress())).rejects.toThrow(ScreeningSourceError);
    await list.setSilent(false);
    expect(await ask(newAddress())).toEqual([false]);
  });

  test("if the node serves another chain, with its own oracle at the same address", async () => {
    const other = await startChain({ args: ["--chain-id", "31338"] });
    onTestFinished(() => other.stop());
    const here = testClient(fixture.rpcUrl);
    for (const address of [fixture.config.multicall3, list.address]) {
      const bytecode = (await here.getCode({ address })) ?? "0x";
      await testClient(other.rpcUrl).setCode({ address, bytecode });
    }
    const account = newAddress();
    await list.set(account, true);
    expect(await ask(account)).toEqual([true]);
    proxy.forwardTo(other.rpcUrl);
    onTestFinished(() => proxy.forwardTo(fixture.rpcUrl));
    await expect(ask(account)).rejects.toThrow(ChainUnavailableError); // the other chain has not sanctioned it
  });

  test("if the node does not respond, without naming an account", async () => {
    const account = newAddress();
    proxy.misbehave(() => ({ type: "error", code: -32_000, message: `no state for ${account}` }));
    const answer = ask(account);
    await expect(answer).rejects.toThrow(ChainUnavailableError);
    await expect(answer).rejects.not.toThrow(new RegExp(account, "i"));
    proxy.misbehave(() => null);
    expect(await ask(account)).toEqual([false]);
  });
});
