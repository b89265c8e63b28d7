import { readFileSync } from "node:fs";
import { createWalletClient, encodeFunctionData, getAddress, http, keccak256, parseAbi } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  CREATE2_DEPLOYER,
  deployRouter,
  MULTICALL3,
  PERMIT2,
  routerAddress,
  routerCodeOn,
  routerInitCode,
} from "../../src/chains/evm/config/deploy.ts";
import { PRESETS } from "../../src/chains/evm/config/presets/presets.ts";
import { localChain } from "../../src/local/tokens/administrator.ts";
import { deployLocal } from "../../src/local/tokens/deploy.ts";
import { turnpike } from "../cli/turnpike.ts";
import { startChain, type TestChain } from "../harness/chain/chain.ts";

let node: TestChain;
let chain: ReturnType<typeof localChain>;
beforeEach(async () => {
  node = await startChain();
  chain = localChain(node.rpcUrl);
});
afterEach(() => node.stop());

function fundedWallet() {
  const account = privateKeyToAccount(generatePrivateKey());
  return { account, wallet: createWalletClient({ account, transport: http(node.rpcUrl) }) };
}

describe("deployLocal", () => {
  test("puts everything at its canonical address, and a second call changes nothing", async () => {
    const deployed = await deployLocal({ rpcUrl: node.rpcUrl });
    expect(deployed).toMatchObject({ multicall3: MULTICALL3, permit2: PERMIT2, router: routerAddress(PERMIT2) });
    const codes = await Promise.all(Object.values(deployed).map((address) => chain.getCode({ address })));
    expect(codes.every((code) => code !== undefined)).toBe(true);
    const block = await chain.getBlockNumber();
    expect(await deployLocal({ rpcUrl: node.rpcUrl })).toEqual(deployed);
    expect(await chain.getBlockNumber()).toBe(block);
  });

  test("gives the tokens the names, decimals and EIP-712 domains of the real ones", async () => {
    const { usdc, eurc } = await deployLocal({ rpcUrl: node.rpcUrl });
    const abi = parseAbi([
      "function name() view returns (string)",
      "function symbol() view returns (string)",
      "function currency() view returns (string)",
      "function version() view returns (string)",
      "function decimals() view returns (uint8)",
    ]);
    const facts = (address: `0x${string}`) =>
      Promise.all(
        (["name", "symbol", "currency", "version", "decimals"] as const).map((functionName) =>
          chain.readContract({ address, abi, functionName }),
        ),
      );
    expect(await facts(usdc)).toEqual(["USD Coin", "USDC", "USD", "2", 6]);
    expect(await facts(eurc)).toEqual(["EURC", "EURC", "EUR", "2", 6]);
  });

  test("works on a chain that mines on a timer, without waiting for its blocks", async () => {
    const slow = await startChain({ blockTimeS: 3600 });
    const { router } = await deployLocal({ rpcUrl: slow.rpcUrl });
    expect(await localChain(slow.rpcUrl).getCode({ address: router })).toBeDefined();
    await slow.stop();
  });
});

describe("deployRouter", () => {
  test("deploys once, at the address determined by code and Permit2", async () => {
    await deployLocal({ rpcUrl: node.rpcUrl });
    await chain.setCode({ address: routerAddress(PERMIT2), bytecode: "0x" });
    await chain.setNonce({ address: routerAddress(PERMIT2), nonce: 0 });
    const { account, wallet } = fundedWallet();
    await chain.setBalance({ address: account.address, value: 10n ** 18n });
    const { address, txHash } = await deployRouter(chain, wallet);
    expect(address).toBe(routerAddress(PERMIT2));
    expect(txHash).not.toBeNull();
    const data = encodeFunctionData({ abi: parseAbi(["function permit2() view returns (address)"]) });
    expect(getAddress(`0x${(await chain.call({ to: address, data })).data?.slice(-40)}`)).toBe(PERMIT2);
    expect(await deployRouter(chain, wallet)).toEqual({ address, txHash: null });
  });

  test("leaves the code that the release's deployments name, on every preset's chain", async () => {
    await deployLocal({ rpcUrl: node.rpcUrl });
    const { address, expected, found } = await routerCodeOn(chain);
    expect(found).toBe(expected);
    const text = readFileSync(new URL("../../contracts/release/deployments.json", import.meta.url), "utf8");
    const { create2, chains } = JSON.parse(text);
    expect(create2).toMatchObject({ deployer: CREATE2_DEPLOYER, initCodeHash: keccak256(routerInitCode(PERMIT2)) });
    const ids = Object.values(PRESETS).map(({ caip2 }) => caip2);
    expect(chains).toEqual(Object.fromEntries(ids.map((caip2) => [caip2, { address, codeHash: expected }])));
  });

  test("is verified by `turnpike chain verify`", async () => {
    await deployLocal({ rpcUrl: node.rpcUrl });
    const address = routerAddress(PERMIT2);
    const verify = () => turnpike(["chain", "verify", "--rpc-url", node.rpcUrl], {});
    expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringContaining(`router ${address}  verified`) });
    await chain.setCode({ address, bytecode: "0x00" });
    expect(await verify()).toMatchObject({ code: 1, stderr: expect.stringContaining("Do not use this router") });
    await chain.setCode({ address, bytecode: "0x" });
    expect(await verify()).toMatchObject({ code: 1, stderr: expect.stringContaining("has no code") });
  });

  test("reports a missing CREATE2 deployer or Permit2", async () => {
    const { wallet } = fundedWallet();
    await expect(deployRouter(chain, wallet)).rejects.toThrow(`This chain has no Permit2 at ${PERMIT2}.`);
    await chain.setCode({ address: "0x4e59b44847b379578588920cA78FbF26c0B4956C", bytecode: "0x" });
    await expect(deployRouter(chain, wallet)).rejects.toThrow("This chain has no CREATE2 deployer");
  });
});
