// A chain that does not match its configuration is distinguished from one that does not respond. Until a chain has
// passed its check, nothing is paid on it.
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEvmChain } from "../../../../src/chains/evm/chain.ts";
import type { AssetEntry } from "../../../../src/chains/evm/config/assets.ts";
import type { ChainEntry } from "../../../../src/chains/evm/config/config.ts";
import { ChainUnavailableError } from "../../../../src/chains/evm/nodes/errors.ts";
import type { Holding, HoldingQuestion } from "../../../../src/operations/ports/chain/payment-chain.ts";
import { startRpcProxy } from "../../../harness/chain/rpc-proxy.ts";
import {
  authorize,
  configOf,
  type Fixture,
  fundedBuyer,
  openFixture,
  RELAYER_KEY,
  someone,
  tokenAt,
} from "../fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

const problemsOf = (changes: Partial<ChainEntry>, keys = [RELAYER_KEY]) =>
  createEvmChain(configOf({ ...fixture.entry, ...changes }), keys).check();

const problem = (kind: string, ...words: string[]) => ({
  kind,
  message: expect.stringMatching(new RegExp(`^eip155:[0-9]+: .*${words.join(".*")}.*\\.$`)),
});

describe("a chain that matches its configuration", () => {
  it("has no problems", async () => {
    expect(await problemsOf({})).toEqual([]);
  });
});

describe("a chain that does not match its configuration", () => {
  it("is reported by its chain id", async () => {
    const proxy = await startRpcProxy(fixture.rpcUrl);
    proxy.misbehave(({ method }) => (method === "eth_chainId" ? { type: "result", result: "0x1" } : null));
    const expected = problem("wrong", "rpc 1 of 1 serves chain 1, expected 31337", "Set an RPC URL of Local chain");
    expect(await problemsOf({ rpcUrls: [proxy.url] })).toEqual([expected]);
    const second = problem("wrong", "rpc 2 of 2 serves chain 1");
    expect(await problemsOf({ rpcUrls: [fixture.rpcUrl, proxy.url] })).toEqual([second]);
    await proxy.close();
  });

  it.each([
    ["eth_call", "eth_call with a blockHash"],
    ["eth_getTransactionCount", "eth_getTransactionCount with a blockHash"],
    ["eth_getLogs", "eth_getLogs with a blockHash"],
  ])("is reported if an RPC URL takes no block hash in %s", async (refused, feature) => {
    const proxy = await startRpcProxy(fixture.rpcUrl);
    proxy.misbehave(({ method, params }) =>
      method === refused && JSON.stringify(params).includes("blockHash")
        ? { type: "error", code: -32_602, message: "invalid argument 1" }
        : null,
    );
    const expected = problem("wrong", `rpc 2 of 2 does not support ${feature}`, "Use an RPC URL of a node that does");
    expect(await problemsOf({ rpcUrls: [fixture.rpcUrl, proxy.url] })).toEqual([expected]);
    await proxy.close();
  });

  it("is reported if an RPC URL lacks a block tag of the policy", async () => {
    const proxy = await startRpcProxy(fixture.rpcUrl);
    proxy.misbehave(({ method, params }) =>
      method === "eth_getBlockByNumber" && params[0] === "safe"
        ? { type: "error", code: -32_000, message: "'safe' tag not supported" }
        : null,
    );
    const confirmations = [{ from: "0", blocks: 1, finality: "safe" as const }];
    const expected = problem("wrong", 'rpc 1 of 1 does not support the block tag "safe"');
    expect(await problemsOf({ rpcUrls: [proxy.url], confirmations })).toEqual([expected]);
    await proxy.close();
  });

  it("is reported if its gas limits must pay for data on another chain", async () => {
    const proxy = await startRpcProxy(fixture.rpcUrl);
    proxy.misbehave(({ method, params }) =>
      method === "eth_getCode" && params[0] === `0x${"64".padStart(40, "0")}`
        ? { type: "result", result: "0xfe" }
        : null,
    );
    expect(await problemsOf({ rpcUrls: [proxy.url] })).toEqual([problem("wrong", "the chain runs Arbitrum Nitro")]);
    await proxy.close();
  });

  it("is only a warning if one provider is trusted with less than every amount", async () => {
    const words = ["below 500 USD", "Larger ones are not offered", "raise secondSourceFrom"];
    expect(await problemsOf({ secondSourceFrom: "500" })).toEqual([problem("warning", ...words)]);
    const rpcUrls = [fixture.rpcUrl, fixture.rpcUrl.replace("127.0.0.1", "localhost")];
    expect(await problemsOf({ secondSourceFrom: "500", rpcUrls })).toEqual([]);
    expect(await problemsOf({ testNet: false })).toEqual([problem("warning", "below 1000 USD")]);
  });

  it.each(["router", "permit2", "multicall3"] as const)("is reported if there is no code at %s", async (name) => {
    const nowhere = someone("nowhere");
    const problems = await problemsOf({ [name]: nowhere });
    expect(problems).toContainEqual(problem("wrong", `there is no code at ${name} ${nowhere}`));
  });

  it("is reported if the router's code is not of this version with this permit2", async () => {
    const { usdc, multicall3 } = fixture.deployment;
    expect(await problemsOf({ router: usdc })).toEqual([problem("wrong", `router ${usdc} is not this version's`)]);
    // Permit2's address is an immutable in the router's code.
    expect(await problemsOf({ permit2: multicall3 })).toEqual([problem("wrong", "is not this version's", multicall3)]);
  });

  it("is reported if a token has other decimals, symbol, domain or kind", async () => {
    const [usdc] = fixture.entry.assets;
    if (usdc?.method !== "eip3009") throw new Error("no token");
    const ofToken = (changes: object) => problemsOf({ assets: [{ ...usdc, ...changes }] });
    const about = `the token USDC \\(${usdc.address}\\)`;
    expect(await ofToken({ decimals: 18 })).toEqual([problem("wrong", about, "has decimals 6, expected 18")]);
    // An issuer may rename its token.
    expect(await ofToken({ symbol: "USDT" })).toEqual([problem("warning", "has symbol USDC, expected USDT")]);
    const otherDomain = problem(
      "wrong",
      about,
      'name "USDC", version "2"',
      'The token reports name "USD Coin", version "2"',
    );
    expect(await ofToken({ domain: { name: "USDC", version: "2" } })).toEqual([otherDomain]);
    expect(await ofToken({ domain: { name: "USD Coin", version: "1" } })).toHaveLength(1);
    expect(await ofToken({ address: someone("nothing") })).toEqual([problem("wrong", "has no code")]);
    const notToken = await ofToken({ address: fixture.deployment.multicall3 });
    expect(notToken).toContainEqual(problem("wrong", "has decimals \\(unreadable\\), expected 6"));
    expect(notToken).toContainEqual(problem("wrong", "has no EIP-3009 authorizationState", 'Set method to "permit2"'));
  });
});

describe("assets without EIP-3009", () => {
  const of = (changes: object) =>
    problemsOf({ assets: [{ symbol: "USDC", name: "USD Coin", decimals: 6, ...changes } as AssetEntry] });

  it("are checked by decimals, symbol and allowance, and native coins not at all", async () => {
    const address = fixture.deployment.usdt;
    for (const method of ["permit2", "erc20"]) {
      expect(await of({ method, address, symbol: "USDT" })).toEqual([]);
      expect(await of({ method, address })).toEqual([problem("warning", "has symbol USDT, expected USDC")]);
      const notToken = await of({ method, address: fixture.deployment.multicall3 });
      expect(notToken).toContainEqual(problem("wrong", "has no allowance function, so it is not an ERC-20 token"));
      expect(await of({ method, address: someone("nothing") })).toEqual([problem("wrong", "has no code")]);
    }
    expect(await of({ method: "native", slip44: 60, decimals: 18 })).toEqual([]);
  });
});

describe("a chain with warnings", () => {
  it("is reported if a relayer has no gas", async () => {
    const key = generatePrivateKey();
    const { address } = privateKeyToAccount(key);
    expect(await problemsOf({}, [RELAYER_KEY, key])).toEqual([
      problem("warning", `the relayer ${address} holds 0, so it cannot pay gas`, "Send it native coin"),
    ]);
  });

  it("is reported if one of two RPC URLs does not respond", async () => {
    const rpcUrls = ["http://127.0.0.1:1/secret", fixture.rpcUrl];
    expect(await problemsOf({ rpcUrls })).toEqual([problem("warning", "rpc 1 of 2 does not respond")]);
  });

  it("is reported if its head is far from our clock, in either direction", async () => {
    const proxy = await startRpcProxy(fixture.rpcUrl);
    const block = await fixture.node.getBlock();
    const at = (timestamp: bigint) => {
      const { number, hash, parentHash } = block;
      const head = { hash, parentHash, number: `0x${number.toString(16)}`, timestamp: `0x${timestamp.toString(16)}` };
      proxy.misbehave(({ method }) => (method === "eth_getBlockByNumber" ? { type: "result", result: head } : null));
    };
    const nowS = BigInt(Math.floor(Date.now() / 1000));
    at(nowS + 3_600n);
    const ahead = problem("warning", "ahead of this machine's clock", "Synchronise the clock");
    expect(await problemsOf({ rpcUrls: [proxy.url] })).toEqual([{ ...ahead, about: "clock" }]);
    at(nowS - 3_600n);
    const behind = problem("warning", "s old, with a block expected every 1 s");
    expect(await problemsOf({ rpcUrls: [proxy.url] })).toEqual([{ ...behind, about: "clock" }]);
    await proxy.close();
  });
});

describe("a chain that does not respond", () => {
  it("is unreachable, without further problems and without its URL", async () => {
    const problems = await problemsOf({ rpcUrls: ["http://127.0.0.1:1/secret"] });
    expect(problems).toEqual([problem("unreachable", "rpc 1 of 1 does not respond", "set RPC_URL_31337")]);
    expect(JSON.stringify(problems)).not.toMatch(/secret|127\.0\.0\.1/);
  });

  it("takes no payment until it responds and passes, and then does so without a restart", async () => {
    const proxy = await startRpcProxy(fixture.rpcUrl);
    proxy.misbehave(() => ({ type: "hang_up" }));
    const { payment, check } = createEvmChain({ ...fixture.config, rpcUrls: [proxy.url] }, [RELAYER_KEY]);
    expect(await check()).toEqual([problem("unreachable")]);
    const buyer = await fundedBuyer(fixture, 5n);
    const { usdc, eurc } = fixture.deployment;
    const holdings = [usdc, eurc].map((token) => held(buyer.address, token));
    await expect(payment.readHoldings(holdings)).rejects.toThrow(ChainUnavailableError);
    expect(await payment.verify(await authorize(fixture, buyer))).toMatchObject({ type: "unknown" });
    proxy.misbehave(() => null);
    expect(await check()).toEqual([]);
    expect(await payment.readHoldings(holdings)).toEqual([balance(5n), balance(0n)]);
    await proxy.close();
  });

  it("takes no payment while it is wrong, although it responds", async () => {
    const config = configOf({ ...fixture.entry, router: fixture.deployment.usdc });
    const { payment } = createEvmChain(config, []);
    const holdings = [held(someone("anyone"), fixture.deployment.usdc)];
    await expect(payment.readHoldings(holdings)).rejects.toThrow("is not this version's PaymentRouter");
  });
});

const held = (account: Hex, token: Hex): HoldingQuestion => ({ account, asset: tokenAt(token), amount: 1n });
const balance = (value: bigint): Holding => ({ balance: value, allowance: null, gas: null });

describe("balances", () => {
  it("are read in one request, for any number of accounts and callers", async () => {
    const proxy = await startRpcProxy(fixture.rpcUrl);
    const { payment, check } = createEvmChain({ ...fixture.config, rpcUrls: [proxy.url] }, []);
    await check();
    const buyer = await fundedBuyer(fixture, 7n);
    proxy.forget();
    const { usdc, eurc } = fixture.deployment;
    const holdings = [usdc, eurc].flatMap((token) =>
      [buyer.address, someone("else")].map((account) => held(account, token)),
    );
    const answers = await Promise.all(Array.from({ length: 50 }, () => payment.readHoldings(holdings)));
    expect(answers).toEqual(Array.from({ length: 50 }, () => [7n, 0n, 0n, 0n].map(balance)));
    expect(proxy.methods()).toEqual(["eth_call"]);
    await proxy.close();
  });

  it("are zero if the token does not return them", async () => {
    await fixture.chain.check();
    const { usdc, multicall3 } = fixture.deployment;
    const buyer = await fundedBuyer(fixture, 7n);
    const ask = [multicall3, someone("no contract"), usdc].map((token) => held(buyer.address, token));
    expect(await fixture.chain.payment.readHoldings(ask)).toEqual([0n, 0n, 7n].map(balance));
    expect(await fixture.chain.payment.readHoldings([])).toEqual([]);
  });
});
